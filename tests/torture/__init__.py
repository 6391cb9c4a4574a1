"""What may go wrong, done on purpose, and what was lost by it: ``python -m tests.torture``."""

import logging

# PyGithub tells of every answer that it asks again for; here they are all meant.
logging.getLogger("github").setLevel(logging.CRITICAL)
