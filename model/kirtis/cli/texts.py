"""What the command line says, in Lithuanian and English."""

from __future__ import annotations

from kirtis.cli.languages import LT, chosen_language
from kirtis.said import SAID

TEXTS: dict[str, tuple[str, str]] = {
    **SAID,
    "help": (
        "Kirtis: senų lietuviškų kortų žaidimų taisyklės: žmonės jas skaito, sprendiklis įrodo, programa pagal jas žaidžia.",
        "Kirtis: the rules of traditional Lithuanian card games, read by people, proved by a solver and played by a program.",
    ),
    "commands": ("Komandos", "Commands"),
    "help_version": ("Parodyti versiją ir baigti.", "Show the version and exit."),
    "help_help": ("Parodyti šią pagalbą ir baigti.", "Show this message and exit."),
    "usage": ("Vartojimas:", "Usage:"),
    "options_heading": ("Parinktys", "Options"),
    "try_help": ("Pagalba: „{0} --help“.", "Try '{0} --help' for help."),
    "error": ("Klaida: {0}", "Error: {0}"),
    "help_check": (
        "Patikrinti taisykles ir įrodyti, kas apie jas teigiama.",
        "Check the rules and prove what is claimed of them.",
    ),
    "help_diff": (
        "Palyginti dvejas taisykles: padėtis, kurioje jos skiriasi, arba įrodymas, kad tokios nėra.",
        "Compare two sets of rules: a position in which they differ, or a proof that there is none.",
    ),
    "long_help_diff": (
        (
            "Palyginti dvejų ŽAIDIMŲ, atmainų ar failų taisykles pagal prasmę. Antrasis nenurodytas – tas pats žaidimas su kitomis --set-b reikšmėmis. "
            "Kiekvienai bendrai fazei ir veiksmui: padėtis, kurioje vienos leidžia, ko kitos neleidžia, ar toliau einama kitaip, arba įrodymas, kad tokios nėra."
        ),
        (
            "Compare the rules of two GAMEs, variants or files by what they mean; if the second is left out, it is the first again, with the values of --set-b. For each "
            "phase and action that both have: a position where one allows what the other forbids, or where play goes on differently, or a proof that there is none."
        ),
    ),
    "exit_codes_diff": (
        "Išėjimo kodai: 0 – skirtumų nėra, 1 – skiriasi, 2 – kas nors neišspręsta, 3 – duomenų nepavyko perskaityti.",
        "Exit codes: 0 no difference, 1 they differ, 2 something is unknown, 3 the input cannot be read.",
    ),
    "long_help_options": (
        (
            "Parodyti, kuriuose ŽAIDIMO punktuose ir teiginiuose minimas kiekvienas pasirinkimas ir kurie teiginiai skiria jo reikšmes. "
            "Su --set: partija su tomis reikšmėmis arba mažiausias rinkinys punktų, dėl kurių jos nėra."
        ),
        (
            "Show for each option of GAME which clauses and statements name it, and which statements tell its values apart. "
            "With --set: a match under these values, or the fewest clauses that make one impossible."
        ),
    ),
    "exit_codes_options": (
        "Išėjimo kodai: 0 – partija yra, 1 – su šiomis reikšmėmis partijos nėra, 2 – nežinoma, 3 – duomenų nepavyko perskaityti.",
        "Exit codes: 0 there is a match, 1 these values allow none, 2 not known, 3 the input cannot be read.",
    ),
    "opt_settle": (
        "Pasirinkimo reikšmė: pasirinkimas=reikšmė; galima kartoti. Nenurodyti pasirinkimai – su visomis reikšmėmis.",
        "The value of an option, as option=value; may be repeated. Options that are not named take all their values.",
    ),
    "opt_settle_a": ("Pasirinkimo reikšmė tik pirmosiose taisyklėse.", "The value of an option in the first rules only."),
    "opt_settle_b": ("Pasirinkimo reikšmė tik antrosiose taisyklėse.", "The value of an option in the second rules only."),
    "opt_quick": (
        "Nerodyti, kurie teiginiai skiria reikšmes: sprendiklio neklausti.",
        "Do not show which statements tell values apart; no solver is asked.",
    ),
    "help_options": (
        "Parodyti, ką kuris pasirinkimas keičia, ir rasti partiją su norimomis reikšmėmis.",
        "Show what each option changes, and find a match with the values you want.",
    ),
    "long_help_check": (
        "Įrodyti, kas teigiama apie kiekvieno ŽAIDIMO ar FAILO taisykles, – kad ir kaip būtų išdalyta, žaidžiama ir susitarta.",
        "Prove what is claimed of the rules of each GAME or FILE, for every deal, every play and every option.",
    ),
    "exit_codes_check": (
        "Išėjimo kodai: 0 – viskas įrodyta, 1 – kas nors paneigta ar sprendikliai nesutaria, 2 – kas nors neišspręsta ar nepatvirtinta, 3 – duomenų nepavyko perskaityti.",
        "Exit codes: 0 everything proved, 1 something refuted or disputed, 2 something unknown or unconfirmed, 3 the input cannot be read.",
    ),
    "opt_workers": (
        "Kiek procesų dirba kartu; nenurodžius – po vieną kiekvienam branduoliui.",
        "Worker processes; by default one for each core.",
    ),
    "opt_only": (
        "Tik tai, kas siejasi su teiginiu (shares_138), punktu (KIK-5) ar žingsniu (play.play).",
        "Only what concerns a claim (shares_138), a clause (KIK-5) or a step (play.play).",
    ),
    "opt_explain": (
        "Parodyti, kuo remiasi šio pavadinimo įrodytini teiginiai, – sprendikliui skirtu tekstu.",
        "Show what the obligations of this name assume, as text for a solver.",
    ),
    "opt_json": ("Išrašyti visą ataskaitą JSON formatu.", "Write the whole report as JSON."),
    "opt_apart": (
        "Netikėti kiekvienu punktu atskirai, o ne visais iš karto: kai formulės kitaip būtų per didelės.",
        "Doubt each clause alone and not all at once: where formulas would be too large otherwise.",
    ),
    "opt_fresh": ("Viską įrodyti iš naujo, į ankstesnius rezultatus nežiūrint.", "Prove everything anew; do not use the ledger."),
    "opt_executor": (
        "Kur skaičiuoti: Dask telkinys dask://HOST:PORT; be šios parinkties – šio kompiuterio procesuose.",
        "Where to work: a Dask cluster, dask://HOST:PORT; without it, processes of this machine.",
    ),
    "opt_second": (
        "Viską iš naujo išspręsti antruoju sprendikliu (cvc5); abu turi sutapti.",
        "Have everything decided again by a second solver (cvc5); both must agree.",
    ),
    "opt_quiet": ("Nesakyti, kiek nuveikta; tik ataskaita.", "Show no progress, only the report."),
    "opt_budget": ("Kiek sprendiklio žingsnių skiriama vienam teiginiui.", "Solver steps for one obligation."),
    "opt_html": ("Puslapis, kuriame ataskaita parodoma su kortomis.", "A page that shows the report, with its cards."),
    "opt_deals": (
        "Aplankas, į kurį įrašomos partijos, kuriose kas nors negalioja (jas rodo kirtis replay).",
        "A folder for the matches in which something fails (kirtis replay shows them).",
    ),
    "opt_status": (
        "Failas, į kurį knygai įrašomos punktų ir teoremų būsenos.",
        "Write the states of clauses and theorems, for the book.",
    ),
    "help_games": (
        "Išvardyti žaidimus, jų žaidėjų skaičių ir pasirinkimus.",
        "List the games, their numbers of players and their options.",
    ),
    "help_mutate": (
        "Keisti taisykles po vieną vietą ir žiūrėti, kas tai pastebi.",
        "Change the rules in one place at a time, and see who notices.",
    ),
    "long_help_mutate": (
        "Keisti ŽAIDIMO taisykles po vieną vietą ir parodyti, kuris teiginys, pavyzdys ar patikrinimas tai pastebi.",
        "Change the rules of GAME in one place at a time, and tell which statement, example or check notices.",
    ),
    "exit_codes_mutate": (
        "Išėjimo kodai: 0 – viskas taip, kaip žaidimo sąraše (jei sąrašo nėra – viskas pastebėta), 1 – kas nors kitaip, 2 – kas nors neišspręsta, 3 – duomenų nepavyko perskaityti.",
        "Exit codes: 0 everything is as in the list of the game (without a list: everything was noticed), 1 something differs, 2 something is not decided, 3 the input cannot be read.",
    ),
    "opt_mutate_sample": ("Tik tiek atsitiktinai parinktų pakeitimų.", "Only this many changes, chosen at random."),
    "opt_mutate_seed": ("Sėkla, pagal kurią jie parenkami.", "The seed for choosing them."),
    "opt_mutate_only": (
        "Tik punkto (KIK-5), deklaracijos (play.play), rūšies (effect) ar tie pakeitimai, kurie sąraše pažymėti taip (survived).",
        "Only changes of a clause (KIK-5), a declaration (play.play), a kind (effect), or an outcome in the list (survived).",
    ),
    "opt_mutate_json": ("Rezultatus rašyti kaip JSON.", "Write the results as JSON."),
    "opt_mutate_quick": (
        "Tik skaityti taisykles, žaisti ir klausti sprendiklio, ar kas nors išvis keičiasi; teiginių neįrodinėti.",
        "Only read the rules, play, and ask the solver whether anything changes at all; prove no statement.",
    ),
    "opt_mutate_fresh": (
        "Viską tikrinti iš naujo, ne pagal tai, kas išsaugota.",
        "Judge everything anew, ignoring saved results.",
    ),
    "opt_mutate_write": (
        "Failas, į kurį įrašomas sąrašas; kas jame jau yra apie kitus pakeitimus, lieka.",
        "A file to write the list to; what it says of other changes is kept.",
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
        "Įrašyti žaidimo taisykles (--json) arba tai, kas apie jas įrodoma (--smt2), kitoms programoms.",
        "Write the rules of a game (--json), or what is to be proved of them (--smt2), for other programs.",
    ),
    "opt_json_rules": (
        "Failas, į kurį JSON formatu įrašomos taisyklės; be failo vardo arba su „-“ – į ekraną.",
        "A file for the rules as JSON; without a name, or with “-”, standard output.",
    ),
    "opt_schema": (
        "Parodyti JSON schemą – taisyklių, vektorių, užklausų ar partijos įrašo – ir baigti.",
        "Show a JSON Schema (of rules, vectors, requests or match records) and exit.",
    ),
    "which_game": ("nurodykite žaidimą.", "name a game."),
    "json_or_smt2": ("nurodykite --json arba --smt2, kurią nors vieną.", "give either --json or --smt2."),
    "rules_written": ("Taisyklės įrašytos į {0}", "Wrote the rules to {0}"),
    "smt2_alone": ("parinktis {0} tinka tik su --smt2.", "{0} goes with --smt2 only."),
    "opt_smt2": ("Naujas aplankas SMT-LIB 2 failams.", "A new folder for the SMT-LIB 2 files."),
    "opt_named": ("Tik tai, kieno pavadinime yra šis žodis.", "Only what has this word in its name."),
    "not_empty": ("„{0}“ nėra tuščias aplankas; nurodykite naują.", "“{0}” is not an empty folder; name a new one."),
    "none_named": ("nieko su „{0}“ pavadinime nėra.", "there is nothing with “{0}” in its name."),
    "exported": ("Įrašyta {0} į {1}", "Wrote {0} to {1}"),
    "help_rests": (
        "Parodyti, kokių punktų reikia kiekvienam teiginiui ir kuriais punktais niekas nesiremia.",
        "Show which clauses each statement needs, and which clauses nothing rests on.",
    ),
    "opt_rests_write": (
        "JSON failas, kuriame tai įrašoma knygai; kas jame apie tas pačias taisykles jau yra, iš naujo neįrodoma: jei tik pridėta teiginių, klausiama tik apie juos.",
        "A JSON file to keep this in, for the book; what it has of the same rules is not proved again: where only statements were added, only they are asked about.",
    ),
    "help_reached": (
        "Parodyti, ar viskas, kas parašyta taisyklėse, nutinka: įrašytos partijos atkuriamos ir patikrinamos.",
        "Show whether everything in the rules comes about: kept matches are played again and checked.",
    ),
    "exit_codes_reached": (
        "Išėjimo kodai: 0 – viskas nutinka arba pasakyta, kodėl ne, 1 – kas nors nenutinka ten, kur įrašyta, 2 – apie ką nors nieko nepasakyta, 3 – duomenų nepavyko perskaityti.",
        "Exit codes: 0 everything comes about, or it is said why not, 1 something does not come about where the file says, 2 nothing is said of something, 3 the input cannot be read.",
    ),
    "opt_reached_show": (
        "Punktas (KIK-5) arba viena taisyklių vieta: kur ji nutinka; vienos vietos – ir pati partija.",
        "A clause (KIK-5) or one place of the rules: where it comes about; of one place also the match.",
    ),
    "opt_reached_record": (
        "Kartu su --show: failas, į kurį ta partija įrašoma kaip partijos įrašas.",
        "With --show: a file to write that match to, as a match record.",
    ),
    "opt_reached_write": (
        "Ieškoti partijų iš naujo (keletą minučių) ir įrašyti jas į žaidimo failą šiame aplanke; jame surašytos priežastys paliekamos.",
        "Look for the matches anew (some minutes) and write them to the file of the game in this folder; the reasons in it stay.",
    ),
    "claim": ("teiginys", "claim"),
    "clauses_needed": ("reikia punktų", "needs clauses"),
    "facts_needed": ("reikia teiginių", "needs claims"),
    "idle": (
        "Punktai, kurių turiniu nesiremia joks teiginys, lentelė ar pavyzdys: {0}",
        "Clauses on whose content no statement, table or example rests: {0}",
    ),
    "none_idle": (
        "Kiekvieno punkto turiniu remiasi bent vienas teiginys, lentelė ar pavyzdys.",
        "Some statement, table or example rests on the content of every clause.",
    ),
    "rests_apart": (
        "Punktais abejota po vieną: kur pakaktų vieno ar kito, nenurodytas nė vienas.",
        "Clauses were doubted one at a time: where either of two would do, neither is named.",
    ),
    "rests_open": ("Sprendiklio biudžeto nepakako atsakyti: {0}", "The solver's budget was too small to tell: {0}"),
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
    "opt_record": ("Failas, į kurį įrašoma partija.", "A file for the record of the match."),
    "opt_matches": ("Kiek partijų sužaisti.", "How many matches to play."),
    "opt_jobs": ("Kiek procesų dirba kartu.", "How many processes work at a time."),
    "opt_rules": (
        "Taisyklių, pagal kurias žaista, failas, jei jų nėra tarp žaidimų.",
        "The file of the rules played by, if they are not among the games.",
    ),
    "opt_step": ("Po kiekvieno veiksmo laukti Enter.", "Wait for Enter after each action."),
    "bad_set": ("„{0}“: rašykite pasirinkimas=reikšmė", "“{0}”: write option=value"),
    "no_seat": ("vietos „{0}“ nėra; yra {1}.", "There is no seat “{0}”; there are {1}."),
    # play
    "you_are": ("Jūsų vieta – {0}. Sėkla {1}. Pagalba – ?", "You sit at {0}. Seed {1}. Help: ?"),
    "play_help": (
        "Įrašykite veiksmo numerį, jo žodžius ar jų pradžią arba kortą, pavyzdžiui, {0}, {1} ar „{2}“. Enter, jei siūloma, – praleisti; ! – viskas, ką matote; q – baigti.",
        "Type the number of an action, its words or their beginning, or a card: {0}, {1} or “{2}”, for example. Enter, where offered, lets it pass; ! shows everything you see; q quits.",
    ),
    "several": ("Tinka keli veiksmai – kurį turite galvoje?", "Several actions fit; which do you mean?"),
    "pass_on": ("Enter – tegul žaidžia kiti", "Enter: let the others go on"),
    "prompt": ("Jūsų eilė> ", "Your turn> "),
    "prompt_out": ("Jums> ", "For you> "),
    "no_such_number": ("Tokio numerio nėra; yra nuo 1 iki {0}.", "There is no such number; they go from 1 to {0}."),
    "not_understood": ("Nesuprantu „{0}“. Pagalba – ?", "I do not understand “{0}”. Help: ?"),
    "by_clause": (" [{0}]", " [{0}]"),
    "left": ("Partija nebaigta.", "The match is unfinished."),
    "recorded": ("Įrašas: {0}", "Record: {0}"),
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
    # ports
    "help_serve": (
        "Atsakinėti į protokolo užklausas per standartinę įvestį ir išvestį: pavyzdinė programa.",
        "Answer requests of the protocol on standard input and output: the reference for ports.",
    ),
    "help_vectors": (
        "Įrašyti bandymų vektorius tiems, kas žaidimą rašo kita kalba.",
        "Write test vectors for people who write a game in another language.",
    ),
    "exit_codes_vectors": (
        "Išėjimo kodai: 0 – tikrinamas kiekvienas punktas, 2 – kuris nors liko netikrinamas, 3 – duomenų nepavyko perskaityti.",
        "Exit codes: 0 every clause is exercised, 2 one is left out, 3 the input cannot be read.",
    ),
    "opt_vectors_out": ("Aplankas, į kurį rašoma.", "The folder to write to."),
    "opt_vectors_schema": ("Parodyti failų JSON schemą ir baigti.", "Show the JSON Schema of the files and exit."),
    "vectors_made": (
        "{0}: {1}, {2} MB; tikrinama punktų: {3}, taisyklių vietų: {4} iš {5}",
        "{0}: {1}, {2} MB; {3} clauses exercised, {4} of {5} places of the rules",
    ),
    "vectors_missed": ("Netikrinami punktai: {0}", "Clauses left out: {0}"),
    "no_game": ("žaidimo „{0}“ nėra; yra {1}.", "there is no game “{0}”; there are {1}."),
    "help_conform": (
        "Paleisti kita kalba parašytą žaidimą ir palyginti jį su taisyklėmis.",
        "Start a game written in another language and compare it with the rules.",
    ),
    "exit_codes_conform": (
        "Išėjimo kodai: 0 – viskas sutampa, 1 – kas nors nesutampa ar programa nebeatsako, 2 – klaidų nėra, bet ne visko buvo galima paklausti, 3 – duomenų nepavyko perskaityti.",
        "Exit codes: 0 everything agrees, 1 something differs or the port had to be given up, 2 nothing differs but not everything could be asked, 3 the input cannot be read.",
    ),
    "opt_conform_vectors": (
        "Vektorių failas; nenurodžius vektoriai sudaromi iš naujo.",
        "A file of vectors; without it they are made anew.",
    ),
    "opt_conform_time": ("Per kiek sekundžių turi ateiti atsakymas.", "Seconds within which an answer has to come."),
    "opt_conform_first": ("Per kiek sekundžių turi ateiti pirmasis atsakymas.", "Seconds for the first answer."),
    "opt_conform_json": ("JSON ataskaitos failas.", "A file for the report as JSON."),
    "opt_conform_junit": ("JUnit XML ataskaitos failas.", "A file for the report as JUnit XML."),
    "opt_conform_html": ("Ataskaitos puslapis.", "A file for the report as a page."),
    "opt_conform_only": (
        "Paklausti tik šio vektoriaus ir parodyti visą pokalbį.",
        "Ask this vector only, and show the whole talk.",
    ),
    "no_vector": ("vektoriaus „{0}“ nėra", "there is no vector “{0}”"),
    "making_vectors": ("Sudaromi vektoriai; tai trunka iki minutės.", "Making the vectors; this takes up to a minute."),
    "other_game": ("tai žaidimo „{0}“ vektoriai", "these are vectors of {0}"),
    "asking": ("Klausiama", "Asking"),
    "clause_counts": ("teisingai {0}, klaidingai {1}", "{0} passed, {1} failed"),
    "and_more": ("ir dar {0}", "and {0} more"),
    "port_fault": ("Darbas nutrauktas: {0}", "Given up: {0}"),
    "port_asked": ("klausta: {0}", "asked: {0}"),
    "not_asked_why": ("Neklausta ({0}): {1}", "Not asked ({0}): {1}"),
    "conform_counts": ("Teisingai: {0}, klaidingai: {1}, neklausta: {2}", "{0} passed, {1} failed, {2} not asked"),
    # games
    "game": ("žaidimas", "game"),
    "title": ("pavadinimas", "title"),
    "players": ("žaidėjai", "players"),
    "options": ("pasirinkimai", "options"),
    "default": ("numatyta", "default"),
}


def say(key: str, lang: str | None = None, *values: object) -> str:
    """The text of that key in a language, else in the chosen one, with values put in."""
    lt, en = TEXTS[key]
    return (lt if (lang or chosen_language()) == LT else en).format(*values)
