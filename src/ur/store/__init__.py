"""Documents into values and back. Pure; every document is proved by replaying it."""
