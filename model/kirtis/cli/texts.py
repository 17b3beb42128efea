"""What the command line says, in Lithuanian and English, with the right plurals."""

from __future__ import annotations

import os

LT, EN = "lt", "en"
LANGUAGES = (LT, EN)

TEXTS: dict[str, tuple[str, str]] = {
    "help": (
        "Kirtis: senų lietuviškų kortų žaidimų taisyklės: žmonės jas skaito, sprendiklis įrodo, programa pagal jas žaidžia.",
        "Kirtis: the rules of traditional Lithuanian card games, read by people, proved by a solver and played by a program.",
    ),
    "commands": ("Komandos", "Commands"),
    "help_version": ("Parodyti versiją ir baigti.", "Show the version and exit."),
    "help_check": (
        "Patikrinti taisykles ir įrodyti, kas apie jas teigiama.",
        "Check the rules and prove what is claimed of them.",
    ),
    "help_diff": (
        "Palyginti dvejas taisykles: padėtis, kurioje jos skiriasi, arba įrodymas, kad tokios nėra.",
        "Compare two sets of rules: a position in which they differ, or a proof that there is none.",
    ),
    "help_options": (
        "Parodyti, ką kuris pasirinkimas keičia, ir rasti partiją su norimomis reikšmėmis.",
        "Show what each option changes, and find a match with the values you want.",
    ),
    "help_games": (
        "Išvardyti žaidimus, jų žaidėjų skaičių ir pasirinkimus.",
        "List the games, their numbers of players and their options.",
    ),
    "help_play": ("Žaisti terminale su žaidėjais, kurie renkasi atsitiktinai.", "Play at the terminal against random players."),
    "help_replay": (
        "Atkurti partijos įrašą ir patikrinti jį pagal taisykles.",
        "Replay a match record and check it against the rules.",
    ),
    "help_simulate": (
        "Sužaisti daug atsitiktinių partijų ir suskaičiuoti, kas įvyko.",
        "Play many random matches and count what happened.",
    ),
    "help_export": (
        "Įrašyti, kas apie žaidimą įrodytina, failais kitiems sprendikliams.",
        "Write what is to be proved of a game as files for other solvers.",
    ),
    "opt_smt2": ("Naujas aplankas SMT-LIB 2 failams.", "A new folder for the SMT-LIB 2 files."),
    "opt_only": ("Tik tai, kieno pavadinime yra šis žodis.", "Only what has this in its name."),
    "not_empty": ("„{0}“ nėra tuščias aplankas; nurodykite naują.", "“{0}” is not an empty folder; name a new one."),
    "none_named": ("Nieko su „{0}“ pavadinime nėra.", "There is nothing with “{0}” in its name."),
    "exported": ("Įrašyta {0} į {1}", "Wrote {0} to {1}"),
    "opt_lang": ("Kalba: lt arba en; be jos – pagal LANG.", "Language: lt or en; by default taken from LANG."),
    "opt_seat": ("Vieta, iš kurios žaidžiate; pirmoji, jei nenurodyta.", "The seat you play; the first by default."),
    "opt_seats": ("Žaidėjų skaičius, jei žaidimas leidžia kelis.", "The number of players, where the game allows several."),
    "opt_seed": (
        "Atsitiktinumo sėkla; su ta pačia sėkla partija ta pati.",
        "The seed of chance; the same seed gives the same match.",
    ),
    "opt_set": (
        "Pasirinkimo reikšmė: pasirinkimas=reikšmė; galima kartoti.",
        "The value of an option, as option=value; may be repeated.",
    ),
    "opt_record": ("Failas, į kurį įrašoma partija.", "A file to write the record of the match to."),
    "opt_matches": ("Kiek partijų sužaisti.", "How many matches to play."),
    "opt_jobs": ("Kiek procesų dirba kartu.", "How many processes work at a time."),
    "opt_step": ("Po kiekvieno veiksmo laukti Enter.", "Wait for Enter after each action."),
    "bad_set": ("„{0}“: rašykite pasirinkimas=reikšmė", "“{0}”: write option=value"),
    "no_seat": ("Vietos „{0}“ nėra; yra {1}.", "There is no seat “{0}”; there are {1}."),
    # play
    "you_are": ("Jūsų vieta – {0}. Sėkla {1}. Pagalba – ?", "You sit at {0}. Seed {1}. Help: ?"),
    "play_help": (
        "Įrašykite veiksmo numerį arba kortą (pvz., {0}). Enter, jei siūloma, – praleisti; ! – viskas, ką matote; q – baigti.",
        "Type the number of an action, or a card ({0}, for example). Enter, where offered, lets it pass; ! shows all you see; q ends.",
    ),
    "your_hand": ("Jūsų kortos: {0}", "Your cards: {0}"),
    "on_zone": ("{0}: {1}", "{0}: {1}"),
    "pass_on": ("Enter – tegul žaidžia kiti", "Enter: let the others go on"),
    "prompt": ("Jūsų eilė> ", "Your turn> "),
    "prompt_out": ("Jums> ", "For you> "),
    "no_such_number": ("Tokio numerio nėra; yra nuo 1 iki {0}.", "There is no such number; there are 1 to {0}."),
    "not_understood": ("Nesuprantu „{0}“. Pagalba – ?", "I do not understand “{0}”. Help: ?"),
    "refused": ("Negalima: {0}", "Not allowed: {0}"),
    "by_clause": (" [{0}]", " [{0}]"),
    "someone_card": ("(korta)", "(a card)"),
    "match_over": ("Partija baigta: {0}.", "The match is over: {0}."),
    "left": ("Partija nebaigta.", "The match is unfinished."),
    "recorded": ("Įrašas: {0}", "Record: {0}"),
    "stuck": (
        "Niekas nebegali nieko daryti: taisyklės šios padėties nenumato.",
        "Nobody can do anything: the rules do not foresee this position.",
    ),
    # simulate
    "simulating": ("Žaidžiama", "Playing"),
    "matches": ("partijos", "matches"),
    "decisions": ("sprendimai", "decisions"),
    "seconds": ("procesoriaus sekundės", "processor seconds"),
    "per_second": ("sprendimų per sekundę", "decisions per second"),
    "results": ("rezultatai", "results"),
    "actions": ("veiksmai", "actions"),
    "rows": ("lentelių eilutės", "rows of tables"),
    "never": ("niekada", "never"),
    "phase": ("fazė", "phase"),
    "action": ("veiksmas", "action"),
    "count": ("kiek kartų", "times"),
    "table": ("lentelė", "table"),
    "row": ("eilutė", "row"),
    "clause": ("punktas", "clause"),
    # replay
    "replayed": ("Įrašas atitinka taisykles: {0}, {1}.", "The record follows the rules: {0}, {1}."),
    "finished": ("partija baigta", "the match is over"),
    "unfinished": ("partija nebaigta", "the match is unfinished"),
    "press_enter": ("Enter – toliau", "Enter: go on"),
    "deal_line": ("Dalijama: {0}", "Dealt: {0}"),
    "draw_line": ("Traukiama: {0}", "Drawn: {0}"),
    # games
    "game": ("žaidimas", "game"),
    "title": ("pavadinimas", "title"),
    "players": ("žaidėjai", "players"),
    "options": ("pasirinkimai", "options"),
    "default": ("numatyta", "default"),
}

_PLURALS: dict[str, tuple[tuple[str, str, str], tuple[str, str]]] = {
    "match": (("partija", "partijos", "partijų"), ("match", "matches")),
    "action": (("veiksmas", "veiksmai", "veiksmų"), ("action", "actions")),
    "decision": (("sprendimas", "sprendimai", "sprendimų"), ("decision", "decisions")),
    "file": (("failas", "failai", "failų"), ("file", "files")),
    "card": (("korta", "kortos", "kortų"), ("card", "cards")),
}


def default_language() -> str:
    """The language of the environment: Lithuanian where its locale is, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return LT if value.lower().startswith("lt") else EN
    return EN


def say(key: str, lang: str | None = None, *values: object) -> str:
    """The text of that key in a language, with values put in."""
    lt, en = TEXTS[key]
    return (lt if (lang or default_language()) == LT else en).format(*values)


def counted(n: int, key: str, lang: str) -> str:
    """A number with its noun: ``21 partija``, ``2 partijos``, ``11 partijų``; ``1 match``, ``2 matches``."""
    lt, en = _PLURALS[key]
    shown = f"{n:,}".replace(",", " ")
    if lang != LT:
        return f"{shown} {en[0] if n == 1 else en[1]}"
    tens, ones = n % 100, n % 10
    form = 2 if ones == 0 or 11 <= tens <= 19 else 0 if ones == 1 else 1
    return f"{shown} {lt[form]}"
