"""The planted faults: each a small change of ``mini.md`` or of a variant of Kiksas, by a name that says what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
MINI = (HERE / "mini.md").read_text("utf-8")

VARIANT = """::::{game} kiksas-namie
:lt: Kiksas namie
:en: Kiksas at home
:version: 1.0
:ids: NAM
:variant-of: kiksas

:::{lt}
Namų taisyklės.
:::
:::{en}
House rules.
:::
::::

::::{clause} NAM-1
:lt: Iki aštuonių
:en: To eight
:::{lt}
Žaidžiama iki aštuonių ženklų.
:::
:::{en}
The game ends at eight figures.
:::

```{rule}
replace def swept_eggs: 0..1 = 0
```
::::
"""


@dataclass(frozen=True)
class Fault:
    """Texts that replace others; each old text stands in the whole just once."""

    name: str
    changes: tuple[tuple[str, str], ...]
    whole: str = MINI

    def text(self) -> str:
        text = self.whole
        for old, new in self.changes:
            assert text.count(old) == 1, (self.name, old, text.count(old))
            text = text.replace(old, new)
        return text


def mini(name: str, *changes: str) -> Fault:
    return Fault(name, tuple(zip(changes[::2], changes[1::2], strict=True)))


def variant(name: str, *changes: str) -> Fault:
    return Fault(name, tuple(zip(changes[::2], changes[1::2], strict=True)), VARIANT)


def words(*rows: str) -> tuple[str, str]:
    """More rows for the list of words."""
    last = "| generous | dosnumas | generosity |\n"
    return last, last + "".join(f"| {r} | žodis | word |\n" for r in rows)


NAMES = [
    mini("a name nobody knows", "c in legal(turn!)", "c in legl(turn!)"),
    mini("a variable nobody knows", "if tricks = 2:", "if trcks = 2:"),
    mini(
        "several names nobody knows",
        "if next(turn!) = leader: go collect\n    else: turn := next(turn!)",
        "if nxt(turn!) = laeder: go colect\n    else: trn := next(turm!)",
        "go opening",
        "if empty(hnd[A]) or tricks = trcks: go oppening\n  else: go opening",
        "step only_grows on reckon: all x in side:\n  score[x] >= was score[x]",
        "step only_grows on reckon: all x in side:\n  score[x] >= was scor[x]",
    ),
    mini("a table asked for a value", "score[x] + gain(x))", "score[x] + worth(x))"),
    mini("a table taken for a value", "gain(lone) = 0", "worth = 0"),
    variant(
        "several names nobody knows in a house rule",
        "replace def swept_eggs: 0..1 = 0",
        "replace def swept_eggs: 0..1 =\n  1 if trcks[AC] = 6 and parrt = record\n  0 if hand[leeder!] = hands\n  0 otherwise\n"
        "replace def points(x: side): 0..300 = (sum worht(c) for c in takn[x])",
    ),
    variant("a table replaced by a definition", "replace def swept_eggs: 0..1 = 0", "replace def worth(c: card): 0..11 = 0"),
    variant("a table dropped as a definition", "replace def swept_eggs: 0..1 = 0", "drop def sequel"),
    variant("a column of a table replaced alone", "replace def swept_eggs: 0..1 = 0", "replace def next_part: task = record"),
    mini("a type nobody knows", "taken[x: side]  ", "taken[x: syde]  "),
    mini("a phase nobody knows", "go opening", "go oppening"),
    mini("a zone nobody knows", "to table[turn!]", "to tabel[turn!]"),
    mini(
        "a card not in the pack",
        "go play\n```\n::::\n\n::::{clause} MIN-3",
        "if nine of clubs in stock: go play\n  else: go play\n```\n::::\n\n::::{clause} MIN-3",
    ),
    mini("a value nobody knows", "aim: task = take\n", "aim: task = tkae\n"),
    mini("an order with a stranger", "jack > ten", "jack > nine"),
    mini(
        "an order of cards with a card that there is not",
        "order plain = ace > king > queen > jack > ten",
        "order high of card = ace of clubs > nine of clubs\norder plain = ace > king > queen > jack > ten",
    ),
    mini("an order with a card twice", "jack > ten", "jack > king"),
    mini("an order of cards with a rank", "order plain = ace > king > queen > jack > ten", "order plain of card = ace > king"),
    mini("a name declared twice", "type task = take | avoid", "type task = take | avoid\ndef stock: bool = yes"),
    mini("a value declared twice", "type task = take | avoid", "type task = take | avoid | take"),
    mini("a word of the language as a name", "tricks: 0..3", "where: 0..3"),
    mini("a reserved word as a definition", "def nothing: 0..1", "def size: 0..1"),
    mini("a variable of a quantifier that means something", "all x in side: score[x] <= 9", "all aim in side: score[aim] <= 9"),
    mini("a parameter that means something", "def aces(x: side)", "def aces(aim: side)"),
    mini("a group nobody knows", "reset deal", "reset deel"),
    mini("square brackets for a definition", "|| aces(x)    |", "|| aces[x]    |"),
    mini("round brackets for a variable", "score[x] <= 9", "score(x) <= 9"),
    mini("an index left out", "all x in side: score[x] <= 9", "score <= 9"),
    mini("an index too many", "score[x] <= 9", "score[x, A] <= 9"),
    mini("an argument too few", "then gain(lone) = 0", "then gain = 0"),
    mini("an argument too many", "then gain(lone) = 0", "then gain(lone, pair) = 0"),
    mini("a type where a value is needed", "aim: task = take\n", "aim: task = task\n"),
    mini("a statement about an action nobody knows", "step only_grows on reckon:", "step only_grows on play.putt:"),
    mini("a name in letters of another alphabet", "def nothing: 0..1", "def nulis_ž: 0..1"),
]

TYPES = [
    mini("a number for a condition", "when led != none", "when tricks"),
    mini("a condition for a number", "0             otherwise", "yes           otherwise"),
    mini("things that cannot be compared", "aim = take\n", "aim = tricks\n"),
    mini("a comparison that can never be equal", "if tricks = 2:", "if tricks = 7:"),
    mini("a comparison that can never be true", "score[x] >= 6: go over", "score[x] > 9: go over"),
    mini("a comparison of what has no order", "c.rank = ace\n", "c.rank > ace\n"),
    mini("none for what is never none", "aim = take\n", "aim = none\n"),
    mini("what may be none without the mark", "phase play by turn!", "phase play by turn"),
    mini("a mark where nothing may be none", "left(dealer)\n  turn ", "left(dealer!)\n  turn "),
    mini("a result out of range", "|| 3          |", "|| 5          |"),
    mini("branches of two types", "1 if generous else 0", "1 if generous else no"),
    mini("a set of cards as a variable", "tricks: 0..3 = 0", "tricks: cards"),
    mini("a range the wrong way round", "tricks: 0..3 = 0", "tricks: 3..0 = 0"),
    mini("a product of two variables", "tricks += 1", "tricks += tricks * tricks"),
    mini("a card in a set of seats", "c.rank = ace\n", "c in seat\n"),
    mini("a field that a card has not", "led.suit when", "led.colour when"),
    mini("no rank before of", "if tricks = 2:", "if aim of clubs in stock:"),
    mini("an action with a choice of too much", "act put(c: card)", "act put(c: card, d: card, e: card, f: card, g: card)"),
    mini("an action with a choice of what may be none", "act put(c: card)", "act put(c: card, d: card?)"),
    mini(
        "was outside a step",
        "fact nine_is_most: all x in side: score[x] <= 9",
        "fact nine_is_most: all x in side: score[x] <= was score[x]",
    ),
    mini("a sum where a seat is needed", "leader := taker", "leader := tricks"),
    mini("sees without a seat", "aim = take\n", "sees(stock)\n"),
    mini("sees of what is no zone", "aim = take\n", "sees(A, 3)\n"),
    mini("sees of a family without an index", "aim = take\n", "sees(A, hand)\n"),
    mini("sees within who sees what", "seen by v if v = s\n", "seen by v if sees(v, stock)\n"),
    mini("top of what is no pile", "aim = take\n", "top(stock) = none\n"),
    mini(
        "an unknown default of an option", "option generous: bool = no", "option generous: some_points | no_points = none_at_all"
    ),
    mini("a default outside the range", "option generous: bool = no", "option generous: 1..3 = 4"),
    mini("an option of a type it cannot have", "option generous: bool = no", "option generous: card? = no"),
]

TABLES = [
    mini("a row with too few cells", "| avoid | 0       || 3          |", "| avoid || 3          |"),
    mini("a row with too many results", "|| 3          |", "|| 3 | 4 |"),
    mini("a row that can never fit by a number", "| avoid | 1, 2 ", "| avoid | 1, 3 "),
    mini("a row that can never fit by a comparison", "| avoid | 1, 2 ", "| avoid | > 2 "),
    mini("a row that can never fit by leaving out all", "| avoid | 1, 2 ", "| not (take, avoid) | 1, 2 "),
    mini("a row with a value of another type", "| avoid | 1, 2 ", "| hearts | 1, 2 "),
    mini("a row that stands twice", "| avoid | 0       || 3          |", "| take | 0       || 3          |"),
    mini("a value twice in one cell", "| avoid | 1, 2 ", "| avoid | 1, 1 "),
    mini("a row without its results", "| avoid | 0       || 3          |", "| avoid | 0       | 3          |"),
    mini("cases without otherwise", "  0             otherwise\n", "  0             if led = none\n"),
    mini(
        "otherwise before the last case",
        "  plain(c.rank) if c.suit = led.suit\n",
        "  0 otherwise\n  plain(c.rank) if c.suit = led.suit\n",
    ),
    mini("a duty that stands twice", "when led != none\n", "when led != none\n  follow: c.suit = hearts\n"),
    mini("duties that bind no cards", "for c in hand[s]", "for c in seat"),
    mini("a round on the wrong zone", "round trick on table", "round trick on hand"),
    mini("a round without a turn", "  turn turn\n", ""),
    mini("a round that nothing decides", "won by strength", "won by aces"),
    mini(
        "a second round", "phase play by turn!", "round other_trick on table\n  leader leader\n  turn turn\n\nphase play by turn!"
    ),
]

PLAY = [
    mini(
        "automatic phases in a circle",
        "if tricks = 2: go reckon\n  else: go play",
        "go opening",
        "turn   := left(dealer)\n  go play",
        "turn   := left(dealer)\n  go collect",
    ),
    mini("a phase that does not go on", "  else: go play\n", ""),
    mini("a phase that goes on twice", "  if tricks = 2: go reckon\n", "  go play\n  if tricks = 2: go reckon\n"),
    mini("a phase that no way leads to", "phase over end", "phase over end\nphase limbo end", *words("limbo")),
    mini("an action left to chance", "    move c from hand[turn!] to table[turn!]\n", "    draw dealer from seat\n"),
    mini("chance in an automatic phase", "  leader := left(dealer)\n", "  draw dealer from seat\n  leader := left(dealer)\n"),
    mini("a move from nowhere", "move c from hand[turn!] to table[turn!]", "move c to table[turn!]"),
    mini("a move of what may be none", "move c from hand[turn!]", "move led from hand[turn!]"),
    mini("a move to a variable", "to table[turn!]", "to tricks"),
    mini("a value for a zone", "tricks += 1", "stock := 1"),
    mini("a value given twice", "  turn   := taker\n", "  turn   := taker\n  leader := turn\n"),
    mini("cards that do not divide", "for s in seat by 3", "for s in seat by 2"),
    mini("more cards than there are", "fill hand[s] to 3", "fill hand[s] to 6"),
    mini("a phase by nobody", "phase play by turn!", "phase play"),
    mini("a phase by something else than a seat", "phase play by turn!", "phase play by tricks"),
    mini(
        "an action that stands twice",
        "    needs allowed: c in legal(turn!)",
        "    tricks += 1\n  act put(c: card)\n    needs allowed: c in legal(turn!)",
    ),
    mini(
        "two needs of one name",
        "    needs allowed: c in legal(turn!)",
        "    needs allowed: c in hand[turn!]\n    needs allowed: c in legal(turn!)",
    ),
    mini("a need after what is done", "    if next(turn!) = leader", "    needs late: yes\n    if next(turn!) = leader"),
    mini("a phase declared twice", "phase over end", "phase over end\nphase reckon auto\n  go over"),
    mini("a start with no such phase", "start lots with stock", "start lot with stock"),
    mini("a start with no such zone", "start lots with stock", "start lots with hand"),
    mini("a variable without a value", "  tricks: 0..3 = 0", "  tricks: 0..3"),
    mini(
        "a reset of what has no value",
        "  dealer: seat\n",
        "",
        "  leader: seat? = none\n",
        "  leader: seat? = none\n  dealer: seat\n",
    ),
    mini(
        "a definition that needs itself",
        "def nothing: 0..1 = 1 if generous else 0",
        "def nothing: 0..1 = something if generous else 0\ndef something: 0..1 = nothing",
    ),
    mini("an option that changes nothing", "1 if generous else 0", "1"),
    mini("two statements of one name", "possible won in over", "possible nine_is_most in over"),
]

DECLARATIONS = [
    mini("no seats", "seats A B C\n", ""),
    mini("no start", "start lots with stock\n", ""),
    mini("no deck", "deck\n  suits clubs hearts\n  ranks ace king queen jack ten\n", ""),
    mini("a deck without ranks", "  ranks ace king queen jack ten\n", ""),
    mini("too many copies", "  suits clubs hearts\n", "  suits clubs hearts\n  copies 9\n"),
    mini("numbers of players that cannot be", "seats A B C\n", "seats A B C, 2 to 5\n"),
    mini("a side without a seat", "sides lone = A, pair = B C", "sides lone = A, pair = B C, third ="),
    mini("a seat of no side", "sides lone = A, pair = B C", "sides lone = A, pair = B"),
    mini("a seat of two sides", "sides lone = A, pair = B C", "sides lone = A, pair = A B C"),
    mini("a side with a stranger", "sides lone = A, pair = B C", "sides lone = A, pair = B C D"),
    mini("a family too large", "hand[s: seat]       seen", "hand[s: seat, c: card, d: card, e: card] seen"),
]

WRITING = [
    mini("equals for becomes", "tricks += 1", "tricks = 1"),
    mini(
        "for after what it repeats",
        "  for x in side: score[x] := min(9, score[x] + gain(x))",
        "  score[x] := min(9, score[x] + gain(x)) for x in side",
    ),
    mini("a condition after what it is for", "  tricks += 1", "  tricks += 1 when leader = taker"),
    mini("a number glued to a name", "if tricks = 2:", "if tricks = 2x:"),
    mini("two equals signs", "if tricks = 2:", "if tricks == 2:"),
    mini("a tab", "  tricks += 1", "\ttricks += 1"),
    mini("an uneven indent", "  leader := taker\n", "   leader := taker\n"),
    mini("an indent too small", "    move c from hand[turn!] to table[turn!]\n", "   move c from hand[turn!] to table[turn!]\n"),
    mini("an indent under nothing", "  leader := taker\n", "    leader := taker\n"),
    mini("a bracket never closed", "if next(turn!) = leader: go collect", "if next(turn! = leader: go collect"),
    mini("a bracket that closes nothing", "tricks += 1", "tricks += 1)"),
    mini("a condition without its colon", "if tricks = 2: go reckon", "if tricks = 2 go reckon"),
    mini("a quantifier without brackets", "if tricks = 2:", "if tricks = 2 and some s in seat: turn = s:"),
    mini("ampersands", "aces(lone) = 0 and aim = take", "aces(lone) = 0 && aim = take"),
    mini("an arrow for implies", "when led != none", "when led != none -> yes"),
    mini("an exclamation mark for not", "if tricks = 2:", "if !generous:"),
    mini("quotation marks", "type task = take | avoid", 'type task = "take" | avoid'),
    mini("a division", "tricks += 1", "tricks += 1 / 2"),
    mini("a declaration that is none", "def nothing: 0..1", "define nothing: 0..1"),
    mini("half an expression", "aces(lone) = 0 and aim = take", "aces(lone) = 0 and"),
    mini("an option without a default", "option generous: bool = no", "option generous: bool"),
    mini("a variable without a type", "  tricks: 0..3 = 0", "  tricks = 0"),
    mini("a zone that nobody is said to see", "  stock               seen by nobody", "  stock"),
    mini("a name that is too long", "def nothing: 0..1", f"def n{'o' * 80}thing: 0..1"),
    mini("a number that is too long", "tricks: 0..3 = 0", f"tricks: 0..{'9' * 30} = 0"),
    mini("an invisible character", "score[x] >= 6: go over", "score[x] >= \u202e6: go over"),
]

TEXT = [
    mini("a formal block outside any clause", "::::{clause} MIN-2", "```{rule}\nphase limbo end\n```\n\n::::{clause} MIN-2"),
    mini("a formal block in a remark", "::::{clause} MIN-2", "::::{remark} MIN-R1\n:lt: Pastaba\n:en: Remark\n```{rule}\nphase limbo end\n```\n::::\n\n::::{clause} MIN-2"),
    mini("a clause neither formal nor excused", "```{rule}\noption generous: bool = no\n```\n::::", "```{rule}\noption generous: bool = no\n```\n::::\n\n::::{clause} MIN-9\n:lt: Tuščia\n:en: Empty\n:::{lt}\nNieko.\n:::\n:::{en}\nNothing.\n:::\n::::"),
    mini("a clause formal and excused", ":source: M1.2\n", ":source: M1.2\n:prose-lt: nereikia\n:prose-en: not needed\n"),
    mini("a retired clause with rules", ":source: M1.2\n", ":source: M1.2\n:retired: 1.1\n"),
    mini("a tag of a clause that there is not", "  tricks += 1\n", "  tricks += 1        §MIN-77\n"),
    mini("a sentence that no clause covers", ":sentences: M1.1-3, M2.1", ":sentences: M1.1-4, M2.1"),
    mini("a sentence that the source does not have", ":source: M1.2\n", ":source: M1.2, M1.7\n"),
    mini("a sentence that is no number", ":source: M1.2\n", ":source: page twelve\n"),
    mini("no title in English", ":en: Dealing\n", ""),
    mini("an empty text in Lithuanian", "Kas dalija, lemia burtai.\n", ""),
    mini("no text in English", ":::{en}\nThe first dealer is drawn by lot.\n:::\n", ""),
    mini("two texts in one language", ":::{en}\nThe first dealer", ":::{en}\nAgain.\n:::\n:::{en}\nThe first dealer"),
    mini("a word without translation", "| reckon | skaičiavimas | reckoning |\n", ""),
    mini("half a translation", "| reckon | skaičiavimas | reckoning |", "| reckon | skaičiavimas |"),
    mini("a word translated twice", "| over | pabaiga | end |", "| over | pabaiga | end |\n| over | galas | finish |"),
    mini("an id used twice", "{clause} MIN-2", "{clause} MIN-1"),
    mini("an example of half a statement", "  then gain(lone) = 0\n", ""),
    mini("an id that is none", "{clause} MIN-2", "{clause} two"),
    mini("a clause without an id", "{clause} MIN-2", "{clause}"),
    mini("a finding of an unknown kind", ":kind: gap", ":kind: hole"),
    mini("a finding about a clause that there is not", ":clauses: MIN-4", ":clauses: MIN-44"),
    mini("a field that there is not", ":source: M1.2\n", ":soruce: M1.2\n"),
    mini("a fence that does not end", "  go play\n```\n::::\n\n::::{clause} MIN-3", "  go play\n::::\n\n::::{clause} MIN-3"),
    mini("a block that there is not", "::::{clause} MIN-2", "::::{clasue} MIN-2"),
    mini("a formal block that there is not", "```{rule}\nphase lots chance", "```{rules}\nphase lots chance"),
    mini("a block inside a list", "```{example}", "- item\n\n  ```{example}"),
    mini("a statement among the rules", "phase over end", "phase over end\nfact ten: yes"),
    mini("a rule among the statements", "fact nine_is_most", "phase limbo end\nfact nine_is_most"),
    mini("an example among the statements", "```\n\n```{example}\n", ""),
    mini("a rule among the examples", "example no_ace in reckon:", "def extra: bool = yes\nexample no_ace in reckon:"),
]  # fmt: skip

MORE = [
    mini("a second start", "start lots with stock\n", "start lots with stock\nstart dealing with stock\n"),
    mini("a joker called joker", "  suits clubs hearts\n", "  suits clubs hearts\n  jokers joker\n"),
    mini("a line of the deck twice", "  suits clubs hearts\n", "  suits clubs hearts\n  suits clubs hearts\n"),
    mini("a card in an order of ranks", "jack > ten", "jack > ten of clubs"),
    mini("a number without a value", "  score[side]: 0..9 = 0", "  score[side]: 0..9"),
    mini("a suit where a number is needed", "min(9, score[x] + gain(x))", "min(9, ace)"),
    mini("a card where a set is needed", "count c in taken[x] where c.rank = ace", "count c in tricks where c.rank = ace"),
    mini(
        "an action that goes on twice",
        "    if next(turn!) = leader: go collect\n",
        "    go collect\n    if next(turn!) = leader: go collect\n",
    ),
    mini(
        "a second game block",
        "::::{clause} MIN-2",
        "::::{game} other\n:lt: Kitas\n:en: Other\n:::{lt}\nKitas.\n:::\n:::{en}\nOther.\n:::\n::::\n\n::::{clause} MIN-2",
    ),
    mini("a sum of seats", "tricks += 1", "tricks := dealer + 1"),
    mini("a sum of what may be none", "tricks += 1", "tricks := plain(led.rank) + 1"),
    mini(
        "a tally taken away",
        "  tricks: 0..3 = 0",
        "  tricks: 0..3 = 0\n  games: tally = 0",
        "tricks += 1",
        "tricks -= games",
        *words("games"),
    ),
    mini(
        "a set of cards and seats",
        "reset deal",
        "reset deal\n    if dealer in {A, clubs}: go over",
        "    gather stock\n    go dealing",
        "    else: go dealing",
    ),
    mini("a set that may be none", "def aces(x: side): 0..2", "def none_or_cards: cards? = stock\ndef aces(x: side): 0..2"),
    mini("an option with too many values", "option generous: bool = no", "option generous: 0..1000 = 4"),
    mini("a map without a value", "leader := left(dealer)", "leader := left"),
    mini("a map of two values", "leader := left(dealer)", "leader := left(dealer, A)"),
    mini("a map of the wrong type", "leader := left(dealer)", "leader := left(clubs)"),
    mini("the size of two sets", "if tricks = 2:", "if size(stock, table) = 2:"),
    mini("a rank of a rank", "if tricks = 2:", "if ace of king in stock:"),
    mini("a value for each that is none", "for x in side: score[x] := min(9, score[x] + gain(x))", "for x in side: gather stock"),
    mini("a seat that grows", "tricks += 1", "dealer += 1"),
    mini("a draw of another type", "draw dealer from seat", "draw dealer from stock"),
    mini(
        "too many cards for a zone of one",
        "fill hand[s] to 3 from stock for s in seat by 3",
        "fill table[s] to 3 from stock for s in seat",
    ),
    mini("a line of the round twice", "  turn turn\n", "  turn turn\n  turn leader\n"),
    mini("a round led by no seat", "  leader leader\n", "  leader tricks\n"),
    mini("an index that means something", "hand[s: seat]       seen", "hand[stock: seat]       seen"),
    mini("two indices of one name", "hand[s: seat]       seen", "hand[s: seat, s: side]       seen"),
    mini("a condition on the line of its action", "act put(c: card)\n", "act put(c: card) needs c in stock\n"),
    mini("a number of players of words", "seats A B C\n", "seats A B C, two to three\n"),
    mini("a row of words too long", "| over | pabaiga | end |", "| over | pabaiga | end | done |"),
    mini("an example of nothing", "  given aces(lone) = 0 and aim = take\n  then gain(lone) = 0", "  then gain(lone) = 0"),
    mini("a choice without else", "1 if generous else 0", "1 if generous"),
    mini(
        "a table without rows",
        "| avoid | 1, 2    || nothing    |\n",
        "",
        "| avoid | 0       || 3          |\n",
        "",
        "| take  | 1, 2    || aces(x)    |\n",
        "",
        "| take  | 0       || 0          |\n",
        "",
    ),
    mini("a single bar for two", "| aim   | aces(x) || gain: 0..3 |", "| aim   | aces(x) | gain: 0..3 |"),
    mini("words of another language", "needs allowed:", "reikia allowed:"),
    mini("a map asked for as a field", "leader := left(dealer)", "leader := dealer.left"),
    mini("a word that begins no line of a phase", "    needs allowed: c in legal(turn!)", "    need allowed: c in legal(turn!)"),
    Fault("a fence of a house rule that does not end", (), ":variant-of: kiksas\n\n```{rule}\ndef mine: bool = yes\n"),
    Fault("a rule without a word of what it varies", (), "```{rule}\ndef mine: bool = yes\n```\n"),
    mini("a control character", "seats A B C\n", "seats A B C\a\n"),
    Fault("a house rule that changes nothing", (), ":variant-of: kiksas\n\nTekstas.\n"),
    variant(
        "a house rule from which nobody gets on",
        "replace def swept_eggs: 0..1 = 0",
        "replace phase offers by speaker!\n  act wait\n    stay",
    ),
    variant("a variant of itself", ":variant-of: kiksas", ":variant-of: kiksas-namie"),
]

VARIANTS = [
    variant("replace what is not there", "def swept_eggs", "def swept_egs"),
    variant("drop what is not there", "replace def swept_eggs: 0..1 = 0", "drop phase peak"),
    variant("replace one thing twice", "replace def swept_eggs: 0..1 = 0", "replace def swept_eggs: 0..1 = 0\nreplace def swept_eggs: 0..1 = 1"),
    variant("replace two things that are not there", "replace def swept_eggs: 0..1 = 0", "replace def swept_egs: 0..1 = 0\nreplace order trupms = ace > ten"),
    variant("replace an action inside its phase", "replace def swept_eggs: 0..1 = 0", "phase offers by speaker!\n  replace act pass\n    stay"),
    variant("add what is there", "replace def swept_eggs", "def swept_eggs"),
    variant("a parent that there is not", ":variant-of: kiksas", ":variant-of: kiskas"),
    variant("drop what others need", "replace def swept_eggs: 0..1 = 0", "drop def swept_eggs"),
    variant("a variant that leaves a phase out of reach", "replace def swept_eggs: 0..1 = 0", "replace phase offers by speaker!\n  act pass\n    go open_play\ndrop act name\nphase naming by eldest\n  act wait\n    go peek"),
    variant("a variant that leaves an option without effect", "replace def swept_eggs: 0..1 = 0", "replace def overtrump_due: bool = led != none"),
    mini("replace outside a variant", "def nothing", "replace def nothing"),
    mini("drop outside a variant", "def nothing", "drop phase over\ndef nothing"),
]  # fmt: skip

ALL = [*NAMES, *TYPES, *TABLES, *PLAY, *DECLARATIONS, *WRITING, *TEXT, *MORE, *VARIANTS]
