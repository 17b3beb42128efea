// Plays exported rules: everything a program needs, in one place.
//
//   const game = new Game(JSON.parse(text), { overtrump: true });
//   const chance = new Seeded(7);
//   let position = game.start(chance);
//   while (!game.over(position)) position = game.play(position, game.actions(position)[0], chance);

export { ChanceFault, Seeded } from "./chance.js";
export { RuleFault } from "./faults.js";
export { Game, IllegalAction } from "./game.js";
export { Match } from "./match.js";
