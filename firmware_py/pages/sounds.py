"""What a sound means; the device decides what it sounds like."""

from __future__ import annotations

from typing import Literal, TypeAlias

Sound: TypeAlias = Literal["key", "turn", "score", "caught", "curse", "bust", "fall", "attention", "end", "refusal"]
"""The meanings that a sound can have."""
