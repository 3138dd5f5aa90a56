"""What stands in for the parts of the box, each at the lowest level we do not own."""
