// The switch of languages. The choice itself is made in the head, before anything is drawn; without JavaScript both stand there.
(() => {
  const root = document.documentElement;
  const KEY = "kirtis-language";
  const CHOICES = [["lt", "LT", "Lietuviškai"], ["both", "LT+EN", "Abiem kalbomis / In both languages"], ["en", "EN", "In English"]];

  // What Sphinx says of its search, in one language at a time: all else is there in both.
  const SAID = [
    ["Ieškoma", "Searching"], ["Ruošiama paieška…", "Preparing search…"], ["Ieškoti", "Search"], ["Paieška", "Search"], ["Paieškos rezultatai", "Search results"],
    ["Slėpti rastų žodžių žymėjimą", "Hide search matches", "Hide Search Matches"],
  ];
  // A pair that stands in one text, where there is no room for two: a title, a label.
  const pair = (text) => SAID.find((one) => one.includes(text.trim())) ?? (text.split(" / ").length === 2 ? text.split(" / ") : null);
  const chrome = [];
  const take = (text, say) => { const found = pair(text); if (found) chrome.push([found, say]); };
  const takeNode = (node) => take(node.textContent, (text) => { node.textContent = text; });
  for (const node of document.querySelectorAll("#search-results h2, symbol title")) takeNode(node);
  // Made by Sphinx once the page is there, after this script.
  addEventListener("DOMContentLoaded", () => { for (const node of document.querySelectorAll(".highlight-link a")) { takeNode(node); apply(); } });
  const [name, site] = document.title.split(/(?= – \S+$)/);
  if (site) take(name, (text) => { document.title = text + site; });
  const takeLabels = () => {
    for (const attribute of ["aria-label", "alt", "placeholder"])
      for (const node of document.querySelectorAll(`[${attribute}*=" / "]`))
        take(node.getAttribute(attribute), (text) => node.setAttribute(attribute, text));
  };
  // There are many titles, and nobody waits for them: each is said in the chosen language when nothing else is to be done.
  const whenIdle = window.requestIdleCallback ?? ((task) => setTimeout(task, 300));
  let titles = null, left = 0;
  const sayTitles = (idle) => {
    titles ??= [...document.querySelectorAll('[title*=" / "]')].map((node) => [node, node.title]);
    const choice = root.dataset.language;
    for (; left < titles.length; left += 1) {
      if (idle && idle.timeRemaining() < 1) return void whenIdle(sayTitles);
      const [node, whole] = titles[left];
      const said = choice === "both" ? whole : pair(whole)?.[choice === "en" ? 1 : 0] ?? whole;
      if (node.title !== said) node.title = said;
    }
  };

  const switches = [];
  const apply = () => {
    const choice = root.dataset.language, english = choice === "en";
    // Said anew, even the same language makes the browser look at everything again.
    if (root.lang !== (english ? "en" : "lt")) root.lang = english ? "en" : "lt";
    for (const [texts, say] of chrome) say(texts[english ? 1 : 0]);
    left = 0;
    whenIdle(sayTitles);
    for (const box of switches) for (const input of box.querySelectorAll("input")) input.checked = input.value === choice;
  };

  const choose = (choice) => {
    // The unit being read stays where it is while texts come and go.
    const unit = [...document.querySelectorAll("section[id]:not(:has(section))")].find((s) => s.getBoundingClientRect().bottom > 90);
    const before = unit?.getBoundingClientRect().top;
    root.dataset.language = choice;
    try { localStorage.setItem(KEY, choice); } catch { /* a private window keeps nothing */ }
    const address = new URL(location.href);
    if (address.searchParams.has("lang")) { address.searchParams.set("lang", choice); history.replaceState(null, "", address); }
    apply();
    // What Sphinx says of its search is said once, in the language of the moment.
    if (document.querySelector("#k-hits")) location.reload();
    if (unit) scrollBy({ top: unit.getBoundingClientRect().top - before, behavior: "instant" });
  };

  const build = (name) => {
    const box = document.createElement("fieldset");
    box.className = "k-switch";
    box.innerHTML = '<legend class="k-hidden">Kalba / Language</legend>' + CHOICES.map(([value, text, title]) =>
      `<label title="${title}"><input type="radio" name="${name}" value="${value}" aria-label="${title}"><span>${text}</span></label>`).join("");
    box.addEventListener("change", (event) => choose(event.target.value));
    switches.push(box);
    return box;
  };

  // Of the two only one is ever shown: beside the text, or on a phone at the top.
  for (const [place, name] of [[".content-icon-container", "k-language"], [".mobile-header .header-right", "k-language-phone"]]) {
    const landmark = document.createElement("nav");
    landmark.setAttribute("aria-label", "Kalba / Language");
    landmark.append(build(name));
    document.querySelector(place)?.prepend(landmark);
  }
  document.querySelector("aside.sidebar-drawer")?.setAttribute("aria-label", "Svetainė / Site");
  document.querySelector("aside.toc-drawer")?.setAttribute("aria-label", "Šis puslapis / This page");
  takeLabels();
  addEventListener("storage", (event) => { if (event.key === KEY && event.newValue) { root.dataset.language = event.newValue; apply(); } });
  if (root.dataset.language === "en" && typeof Documentation !== "undefined") { Documentation.TRANSLATIONS = {}; Documentation.LOCALE = "en"; Documentation.PLURAL_EXPR = (n) => (n === 1 ? 0 : 1); }
  apply();
})();
