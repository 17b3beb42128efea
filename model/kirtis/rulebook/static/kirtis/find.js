// Clauses and findings above the pages that Sphinx finds; the stemmer is the one that Sphinx ships.
(() => {
  const question = new URLSearchParams(location.search).get("q") ?? "";
  const words = question.toLowerCase().normalize("NFC").match(/[\p{L}\p{N}_]+/gu) ?? [];
  const rows = window.kirtisUnits ?? [];
  const root = document.documentElement;
  if (words.length) {
    const stemmer = new window.Stemmer(), stems = words.map((w) => stemmer.stemWord(w));
    // The stemmer knows that kirčiai is kirtis, and širdžių širdis, but not without diacritics.
    const also = (stem) => [stem, stem.replace(/c$/, "t"), stem.replace(/dz$/, "d")];
    const has = (text, stem) => Math.max(...also(stem).map((one) => held(text, one)));
    const held = (text, stem) => (` ${text} `.includes(` ${stem} `) ? 2 : ` ${text}`.includes(` ${stem}`) ? 1 : 0);
    const rate = (row) => {
      if (row.id.toLowerCase() === question.trim().toLowerCase()) return 1000;
      let sum = 0;
      for (const stem of stems) {
        const one = 6 * has(row.title, stem) || 2 * has(row.text, stem);
        if (!one) return 0;
        sum += one;
      }
      return sum;
    };
    const hits = rows.map((row) => [rate(row), row]).filter(([n]) => n).sort((a, b) => b[0] - a[0] || a[1].kind - b[1].kind).slice(0, 60);
    const add = (to, tag, attributes, text) => { const e = Object.assign(document.createElement(tag), attributes); if (text !== undefined) e.textContent = text; to.append(e); return e; };
    const box = Object.assign(document.createElement("section"), { id: "k-hits" });
    const title = add(box, "h1", {});
    add(title, "span", { className: "k-lt", lang: "lt" }, `Rasta: ${hits.length}`);
    add(title, "span", { className: "k-both" }, " / ");
    add(title, "span", { className: "k-en", lang: "en" }, `Found: ${hits.length}`);
    const list = add(box, "ul", {});
    for (const [, row] of hits) {
      const link = add(add(list, "li", {}), "a", { href: row.url });
      add(link, "span", { className: "k-id" }, row.id);
      add(link, "span", { className: "k-lt", lang: "lt" }, row.lt);
      add(link, "span", { className: "k-en", lang: "en" }, row.en);
    }
    document.querySelector("#search-results")?.before(box);
  }
  // What Sphinx finds in the pages is shown in the chosen language too: a title's halves apart, and an excerpt of each language.
  const inBoth = (to, [lt, en]) => {
    to.textContent = "";
    for (const [className, text, lang] of [["k-lt", lt, "lt"], ["k-both", " / ", ""], ["k-en", en, "en"]])
      to.append(Object.assign(document.createElement("span"), { className, lang }, { textContent: text }));
  };
  const excerpt = Search.makeSearchSummary;
  Search.makeSearchSummary = (html, ...more) => {
    const box = document.createElement("div");
    for (const [code, other] of [["lt", "en"], ["en", "lt"]]) {
      const page = new DOMParser().parseFromString(html, "text/html");
      for (const node of page.querySelectorAll(`.k-${other}, .k-both, [role="main"] :is(h1, pre, .k-facts)`)) node.remove();
      // Cells and lines that stand apart on the page stay apart in one line of text.
      for (const node of page.querySelectorAll('[role="main"] :is(p, li, dt, dd, td, th, a, h2, h3, h4)')) node.append(" ");
      const found = excerpt(page.documentElement.outerHTML, ...more);
      if (!found) continue;
      found.classList.add(`k-${code}`);
      found.lang = code;
      // An excerpt begins and ends with a whole word.
      found.textContent = found.textContent.replace(/\s+/g, " ").replace(/^\.\.\.\S*/, "…").replace(/\.\.\.$/, "").replace(/ \S*[^.?!\s]\s*$/, " …");
      box.append(found);
    }
    return box.childElementCount ? box : null;
  };
  new MutationObserver(() => {
    for (const link of document.querySelectorAll("#search-results li > a:not(:has(span))")) {
      const halves = link.textContent.split(" / ");
      if (halves.length === 2) inBoth(link, halves);
    }
  }).observe(document.querySelector("#search-results") ?? document.body, { childList: true, subtree: true });
  root.dataset.found = "yes";
})();
