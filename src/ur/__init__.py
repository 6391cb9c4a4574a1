"""The Royal Game of Ur, played by a whole community on a GitHub profile."""
