"""The solver against the naive Kiksas: in positions met in play it allows, takes and scores just as the naive rules do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from compare.plain import Met, walk
from compare.solver import Questions
from naive.kiksas import OPTIONS

# How many of the positions in each phase are asked about.
OFTEN = {
    "play": 0.008, "offers": 0.03, "naming": 0.05, "peek": 0.1, "judge": 0.2, "take": 0.02, "reckon": 0.02, "announce": 0.1,
    "score": 0.15, "next_deal": 0.05,
}  # fmt: skip


@pytest.fixture(scope="module")
def questions() -> Questions:
    return Questions()


def sample(seeds: range, often: float = 1.0) -> Iterator[Met]:
    """Positions of random matches, half of them with the options of the default; the last of each match is always there."""
    for seed in seeds:
        rng = Random(seed)
        options = {name: rng.choice(values) for name, values in OPTIONS.items()} if seed % 2 else {}
        met = None
        for met in walk(seed, options, {"su_dviem": 2.0, "stop": 2.0}):
            if rng.random() < often * OFTEN[met.position.phase]:
                yield met
        assert met is not None and met.answer == {"over": True}
        yield met


def check(questions: Questions, met: Iterator[Met]) -> Counter[str]:
    asked: Counter[str] = Counter()
    for one in met:
        questions.agrees(one)
        asked[one.position.phase] += 1
    return asked


def test_the_solver_agrees(questions: Questions) -> None:
    asked = check(questions, sample(range(18)))
    assert set(asked) == set(OFTEN) and sum(asked.values()) >= 300, asked


@pytest.mark.slow
def test_the_solver_agrees_more_often(questions: Questions) -> None:
    asked = check(questions, sample(range(100, 140), 2.0))
    assert sum(asked.values()) >= 1000, asked


def test_another_answer_is_refused(questions: Questions) -> None:
    """The comparison can fail: a card too few, another taker, another figure."""
    wrong: Counter[str] = Counter()
    for met in walk(3, {}):
        if wrong[met.position.phase] >= 2:
            continue
        other: object
        match met.position.phase:
            case "play":
                other = set(sorted(met.answer)[1:])
            case "take":
                other = {**met.answer, "last": "A" if met.answer["last"] != "A" else "B"}
            case "score":
                marks = met.answer["marks"]
                other = {**met.answer, "marks": {**marks, "AC": {**marks["AC"], "egg": marks["AC"]["egg"] + 1}}}
            case _:
                continue
        wrong[met.position.phase] += 1
        questions.agrees(met)
        with pytest.raises(AssertionError, match="solver: "):
            questions.agrees(replace(met, answer=other))
    assert set(wrong) == {"play", "take", "score"}
