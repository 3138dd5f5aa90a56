"""The themes as data, one module each: `night`, `day` and `contrast`. `theme` says what the roles mean."""
