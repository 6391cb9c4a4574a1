"""How hard the laws are tried, and which tests are not worth counting lines for."""

import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("laws", deadline=None, max_examples=12)
settings.load_profile("laws")


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Run a test marked no_cover untraced, which is four times as fast.

    In the workers of pytest-xdist pytest-cov's own marker leaves a second tracer at work.
    """
    if not item.get_closest_marker("no_cover"):
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
