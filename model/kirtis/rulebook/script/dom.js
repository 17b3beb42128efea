// Elements, and texts in both languages: the style of the book shows the chosen one.

/** An element: el("p", { class: "k-x", onclick: f }, "text", ["lietuviškai", "in English"], other). */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "aria-label" && Array.isArray(value)) Object.assign(made.dataset, { labelLt: value[0], labelEn: value[1] });
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : name === "aria-label" && Array.isArray(value) ? label(value) : value);
  }
  add(made, ...children);
  return made;
}

/** Adds children: nodes, texts, pairs of texts; null adds nothing. */
export function add(parent, ...children) {
  for (const child of children) {
    if (child === null || child === undefined || child === "") continue;
    if (Array.isArray(child)) parent.append(...pair(child));
    else parent.append(child);
  }
  return parent;
}

/** A pair of texts as nodes. */
export function pair([lt, en]) {
  if (lt === en) return [document.createTextNode(lt)];
  return [spoken("lt", lt), el("span", { class: "k-both" }, " / "), spoken("en", en)];
}

const spoken = (language, text) => el("span", { class: `k-${language}`, lang: language }, text);

/** The language that names for listeners are in: 0 Lithuanian, 1 English; where both are shown, that of the page. */
export const chosen = () => (document.documentElement.dataset.language === "en" ? 1 : 0);

/** Of a pair of texts the one for listeners. */
export const label = (words) => words[chosen()];

/** The language has changed: lists and names for listeners are in one of the two. */
export function relabel(root) {
  for (const one of root.querySelectorAll("[data-label-lt]")) one.setAttribute("aria-label", label([one.dataset.labelLt, one.dataset.labelEn]));
  // What was said aloud before was said in the other.
  for (const one of root.querySelectorAll(".k-hidden[aria-live]")) one.textContent = "";
  for (const one of root.querySelectorAll("option[data-lt]")) one.textContent = label([one.dataset.lt, one.dataset.en]);
}
