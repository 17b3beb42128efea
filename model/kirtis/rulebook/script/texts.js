// What the table says of itself, in Lithuanian and English; what a game calls its things stands in its rules.

import { SHARED } from "./shared.js";

export const TEXTS = {
  ...SHARED,
  table: ["Stalas", "The table"],
  new_match: ["Nauja partija", "New match"],
  back: ["Žingsnis atgal", "One step back"],
  copy: ["Kopijuoti nuorodą", "Copy the link"],
  copied: ["Nuoroda į šią padėtį nukopijuota.", "The link to this position has been copied."],
  not_copied: ["Nuoroda į šią padėtį yra adreso eilutėje.", "The link to this position is in the address bar."],
  settings: ["Nustatymai", "Settings"],
  seed: ["Sėkla", "Seed"],
  players: ["Žaidėjų skaičius", "Players"],
  my_seat: ["Jūsų vieta", "Your seat"],
  pace: ["Tempas", "Pace"],
  slow: ["lėtai", "slow"],
  usual_pace: ["įprastai", "ordinary"],
  at_once: ["iš karto", "at once"],
  options: ["Pasirinkimai", "Options"],
  finding: ["Pastebėjimas", "Finding"],
  begin: ["Pradėti su šiais nustatymais", "Begin with these settings"],
  you: ["jūs", "you"],
  your_turn: ["Jūsų eilė", "Your turn"],
  pass_on: ["Tegul žaidžia kiti", "Let the others go on"],
  you_may: ["Galite įsiterpti", "You may step in"],
  turn_of: ["Eilė: {0}", "To act: {0}"],
  hand: ["Jūsų kortos", "Your cards"],
  cards: ["kortos: {0}", "cards: {0}"],
  face_down: ["užversta korta", "a card face down"],
  also: ["Kiti veiksmai: kodėl ne dabar", "Other actions: why not now"],
  examples: ["Pavyzdžiai", "Examples"],
  rules: ["Taisyklės", "The rules"],
  cancel: ["Kita korta", "Another card"],
  go_on: ["Toliau", "Go on"],
  again: ["Žaisti dar kartą", "Play again"],
  sheet: ["Partijos lapas", "The score sheet"],
  this_deal: ["Šis padalijimas", "This deal"],
  log: ["Kas įvyko", "What has happened"],
  deal: ["Padalijimas {0}", "Deal {0}"],
  bad_link: ["Dalis nuorodos netinka šioms taisyklėms ir praleista.", "A part of the link does not fit these rules and was left out."],
  failed: ["Programa suklydo: {0}", "The program has failed: {0}"],
  keys: [
    "Klaviatūra: ← ir → eina per kortas, Enter deda, Tab veda prie kitų veiksmų.",
    "Keyboard: ← and → go through the cards, Enter plays one, Tab leads to the other actions.",
  ],
  dashed: [
    "Paspaudus punktyru apvestą kortą ar veiksmą, parodomas punktas, kuris draudžia.",
    "Press a card or an action with a dashed border to see the clause that forbids it.",
  ],
  steps: ["Žingsniai", "Steps"],
  forward: ["Pirmyn", "Forward"],
  backward: ["Atgal", "Back"],
  first: ["Į pradžią", "To the beginning"],
  last: ["Į pabaigą", "To the end"],
  deal_back: ["Ankstesnio padalijimo pabaiga", "The end of the deal before"],
  deal_on: ["Padalijimo pabaiga", "The end of the deal"],
  step_of: ["Žingsnis {0} iš {1}", "Step {0} of {1}"],
  seen_by: ["Mato", "Seen by"],
  everybody: ["Visos kortos atverstos", "All cards lie open"],
};

/** Fills in values; each may be a text or a pair of texts. */
export function fill(pair, values) {
  return pair.map((text, n) => values.reduce((done, value, i) => done.replace(`{${i}}`, () => (Array.isArray(value) ? value[n] : value)), text));
}

/** A text of the table, with values put in. */
export const say = (key, ...values) => fill(TEXTS[key], values);
