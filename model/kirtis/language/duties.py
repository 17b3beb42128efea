"""Duties: what must be played, in the order in which it binds, as far as the hand can."""

from __future__ import annotations

from kirtis.language.definitions import params_of
from kirtis.language.errors import fail
from kirtis.language.game import Definition, Duties, Duty
from kirtis.language.items import Item
from kirtis.language.nodes import YES, Narrow
from kirtis.language.scope import Scope
from kirtis.language.types import CARD, CARDS, said
from kirtis.language.zones import text_of, typer_of

MOST_DUTIES = 40


def duties_signature(scope: Scope, item: Item) -> None:
    """Declare a list of duties as a definition that gives the cards that meet them."""
    name = item.tree.word(0)
    scope.claim(name, "a list of duties", item.at)
    scope.signatures[name] = (params_of(scope, item.tree.maybe_tree(1), item.at), CARDS)


def finish_duties(scope: Scope, item: Item) -> Duties:
    """Read the duties in their order."""
    typer = typer_of(scope, item)
    name, var, lines = item.tree.word(0), item.tree.word(2), item.tree.trees(4)
    params = scope.signatures[name][0]
    env = dict(params)
    source, kind = typer.domain(item.tree.tree(3), env)
    if kind != CARDS:
        raise fail(source.at, f"duties bind cards, found {said(kind)}", "as in: duties legal(s: seat) for c in hand[s]")
    if len(lines) > MOST_DUTIES:
        raise fail(item.at, f"{name} lists {len(lines)} duties; at most {MOST_DUTIES} are allowed", "join some of them")
    inner = typer.bind(var, CARD, env, item.at)
    duties: list[Duty] = []
    for line in lines:
        word, at, when = line.word(0), typer.place(line), line.maybe_tree(2)
        if any(d.name == word for d in duties):
            raise fail(at, f"the duty “{word}” appears twice in {name}", "give each its own name")
        test = YES if when is None else typer.truth(when, env)
        duties.append(Duty(word, test, typer.truth(line.tree(1), inner), at, text_of(item, line)))
    body = Narrow(var, source, tuple((d.when, d.meets) for d in duties), CARDS, item.at)
    scope.definitions[name] = Definition(name, params, CARDS, body, item.at, made="duties")
    return Duties(name, params, var, source, tuple(duties), item.at)
