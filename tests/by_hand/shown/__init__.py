"""What the program shows and says, drawn and printed for people to look at."""
