"""Why an action may not be done: the interpreter names a condition that is broken by the naive rules too."""

from __future__ import annotations

from collections import Counter
from random import Random

from compare.adapter import Said, formal_action, rules
from compare.lockstep import Lockstep, Player
from compare.reasons import broken, conceivable, duty, sentence
from naive.kiksas import OPTIONS, SEATS

# The clauses that a condition stands in.
CLAUSES = {
    "lead_queen": "KIK-11", "follow": "KIK-5", "ruff": "KIK-5", "overtrump": "KIK-5", "allowed": "KIK-5", "held": "KIK-18",
    "other_suit": "KIK-27", "queen_held": "KIK-27", "writing_off": "KIK-21 KIK-23", "between_tricks": "KIK-21",
    "all_taken": "KIK-21", "in_time": "KIK-21", "not_yet": "KIK-21", "of_answerers": "KIK-21", "speaker_may": "KIK-21",
    "last_lead": "KIK-23", "five_taken": "KIK-23", "not_announced": "KIK-23",
}  # fmt: skip

EVERYTHING = conceivable()
NONSENSE: list[Said] = [
    ("E", "pass"), ("A", "bid"), ("A", "play"), ("B", "pass", "hearts"), ("C", "play", "queen of cups"), ("D", "name", "trumps"),
    ("A", "look", "middle"), ("B", "own_trump", ""),
]  # fmt: skip


def refuse(both: Lockstep, action: Said, met: Counter[str]) -> None:
    """The interpreter refuses, and for a reason that there is."""
    refusal = both.state.why_not(formal_action(action))
    assert refusal is not None, f"{action}\n{both.story()}"
    expected = sentence(both.naive, action)
    about = f"{action} refused with {refusal.condition}: {refusal.message}\n{both.story()}"
    assert refusal.message[0] and refusal.message[1] and refusal.action == formal_action(action), about
    if expected is not None:
        assert refusal.condition is None and expected in refusal.message[1], f"{expected}: {about}"
        met[expected.split(":")[0][:17]] += 1
        return
    reasons = broken(both.naive, action)
    assert refusal.condition in reasons, f"{sorted(reasons)}: {about}"
    assert any(clause in refusal.clauses for clause in CLAUSES[refusal.condition].split()), about
    assert len(refusal.titles) == len(refusal.clauses) and all(lt and en for lt, en in refusal.titles), about
    assert refusal.message == rules().words[refusal.condition], about
    met[refusal.condition] += 1


def test_refusals() -> None:
    met: Counter[str] = Counter()
    cards = 0
    for seed in range(24):
        rng = Random(seed)
        options: dict[str, object] = {} if seed % 4 == 0 else {name: rng.choice(values) for name, values in OPTIONS.items()}
        both = Lockstep(seed, options)
        for actions in both.play(Player(both.rng, {"pass": 60.0, "su_dviem": 2.0})):
            game, turn = both.naive, both.naive.turn
            assert turn is not None
            # Each card of the hand that is not offered.
            if game.phase == "play":
                kept = [card for card in game.hands[turn] if (turn, "play", card) not in actions]
                often = rng.random() < 0.1
                for card in kept:
                    if often or duty(game, card) == "overtrump":
                        refuse(both, (turn, "play", card), met)
                        cards += 1
            # The calls, by everybody, where they are nearly possible; and now and then all that comes to mind.
            asked = [one for one in EVERYTHING if rng.random() < 0.001]
            if game.phase in ("naming", "offers") and rng.random() < 0.1:
                asked += [one for one in EVERYTHING if one[0] == turn and one[1] in ("name", "own_trump")]
            near = game.phase == "play" and game.part == "answer" and game.played > 2 and not game.trick
            if rng.random() < (0.4 if near else 0.01):
                asked += [(seat, name) for seat in SEATS for name in ("su_dviem", "stop")]
            asked += [one for one in NONSENSE if rng.random() < 0.002]
            for one in asked:
                if one not in actions:
                    refuse(both, one, met)
        for one in [*EVERYTHING[::40], *NONSENSE]:
            refuse(both, one, met)
    # Every condition that the rules have was the reason somewhere.
    formal = rules()
    needs = {need.name for phase in formal.phases.values() for action in phase.actions for need in action.needs}
    named = {str(name) for name in needs} | {one.name for duties in formal.duties.values() for one in duties.duties}
    assert named == set(CLAUSES)
    assert {name for name in named - {"overtrump"} if met[name] < 3} == set()
    assert cards > 1000


def test_refusals_of_lower_trumps() -> None:
    met: Counter[str] = Counter()
    for seed in range(60):
        both = Lockstep(seed, {"overtrump": True})
        for actions in both.play(Player(both.rng, {"pass": 10000.0})):
            game, turn = both.naive, both.naive.turn
            if game.phase == "play" and game.trick and turn is not None:
                for card in game.hands[turn]:
                    if (turn, "play", card) not in actions and duty(game, card) == "overtrump":
                        refuse(both, (turn, "play", card), met)
    assert set(met) == {"overtrump"} and met["overtrump"] > 10
