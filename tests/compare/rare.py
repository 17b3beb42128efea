"""The rare things of a deal by name, so that a test can ask whether they were met."""

from __future__ import annotations

from naive.kiksas import NEXT, OTHER_SIDE, SIDE_OF, SIDES, Kiksas

ACTIONS = {"waive", "keep", "recut", "su_dviem", "stop"}

# What must be met with the options of the default, and with options drawn at random.
USUAL = {
    *ACTIONS,
    *(f"{game} {how}" for game in ["own_trump", "high", "low"] for how in ["made", "failed"]),
    *(f"{game} by {who}" for game in ["own_trump", "high", "low"] for who in ["second hand", "dealer", "partner"]),
    "su_dviem made", "su_dviem failed", "su_dviem failed, goal reached",
    "declined with enough", "declined without enough",
    "recording egg", "first egg, dealer of the others", "first egg, dealer of the side",
    "silent egg", "swept recorders", "recorders sweep an answer",
    "goal 0", "goal 0, recorders sweep", "exact split",
    "answerers win", "recorders win",
}  # fmt: skip
CHOSEN = {
    "recorders' egg", "two strokes for a sweep", "egg and stroke", "egg alone", "clubs again", "late su_dviem",
    "stopped at the goal", "akis cut short", "akis played out", "akis in the first deal", "first egg holder", "first egg decree",
    "first egg stay", "goal 0 met at once", "peek before recording",
}  # fmt: skip


def rare(game: Kiksas, before: dict[str, dict[str, int]], declined: bool) -> set[str]:
    """What the deal that has just ended was like; ``before`` are the figures written before it."""
    last, options = game.last, game.options
    assert last is not None
    written = {side: {mark: n - before[side][mark] for mark, n in game.marks[side].items()} for side in SIDES}
    found: set[str] = set()
    if last["soloist"] is not None:
        place = {NEXT[NEXT[last["dealer"]]]: "second hand", last["dealer"]: "dealer"}.get(last["soloist"], "partner")
        found |= {f"{last['game']} {'failed' if last['akis_lost'] else 'made'}", f"{last['game']} by {place}"}
        if last["akis_lost"] and last["played"] < 6:
            found.add("akis cut short")
        if last["akis_lost"] and not options["cut_short"]:
            found.add("akis played out")
        if last["first"]:
            found.add("akis in the first deal")
        return found
    recorders = last["recorders"]
    answerers = OTHER_SIDE[recorders]
    all_of = [side for side in SIDES if last["tricks"][side] == 6]
    if last["part"] == "record":
        if all_of == [recorders]:
            found.add("recording egg")
            if last["first"]:
                same = SIDE_OF[NEXT[last["dealer"]]] == recorders
                found.add("first egg, dealer of the others" if same else "first egg, dealer of the side")
                if not same:
                    found.add(f"first egg {options['first_egg']}")
                if options["clubs_again"]:
                    found.add("clubs again")
        if all_of == [answerers]:
            found.add("swept recorders")
            if written[recorders]["egg"]:
                found.add("recorders' egg")
        return found
    found.add("answerers win" if last["ahead"] == answerers else "recorders win")
    if last["two"]:
        found.add("su_dviem made" if all_of else "su_dviem failed")
        if not all_of and last["ahead"] == answerers:
            found.add("su_dviem failed, goal reached")
    elif all_of == [answerers]:
        found |= {"silent egg", "egg and stroke" if written[recorders]["stroke"] else "egg alone"}
    if all_of == [recorders]:
        found.add("recorders sweep an answer")
        if written[answerers]["stroke"] == 2:
            found.add("two strokes for a sweep")
    if declined:
        found.add("declined with enough" if last["ahead"] == answerers else "declined without enough")
    elif last["played"] < 6:
        found.add("stopped at the goal")
    if 0 in game.goal.values():
        found.add("goal 0")
        if options["zero_met"]:
            found.add("goal 0 met at once")
        if game.goal[answerers] == 0 and all_of == [recorders]:
            found.add("goal 0, recorders sweep")
    if last["played"] == 6 and all(last["points"][side] == game.goal[side] for side in SIDES):
        found.add("exact split")
    return found
