"""How hard the laws are tried."""

from hypothesis import settings

settings.register_profile("laws", deadline=None, max_examples=12)
settings.load_profile("laws")
