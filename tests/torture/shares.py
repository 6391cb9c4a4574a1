"""Much of the same work, done by as many processes as there are processors."""

import os
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from tests.torture.report import Out

Share = tuple[int, int]
"""Which part of how many, the first being 0."""

Work = Callable[[str, Share], tuple[list[str], Counter[str]]]
"""Does its share of what has a name: what it has to say, and its counts."""


def of(share: Share, everything: Sequence) -> Sequence:
    """A share of something."""
    at, parts = share
    return everything[at::parts]


def shared(out: Out, work: Work, names: Sequence[str]) -> Counter[str]:
    """Do the work of every name in as many shares as there are processors."""
    parts = os.cpu_count() or 1
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(parts) as pool:
        tasks = list(product(names, ((at, parts) for at in range(parts))))
        for lines, found in pool.map(work, *zip(*tasks, strict=True)):
            for line in lines:
                out(line)
            counts.update(found)
    return counts
