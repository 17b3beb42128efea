// Clauses and findings above the pages that Sphinx finds; the stemmer is the one that Sphinx ships.
(() => {
  const question = new URLSearchParams(location.search).get("q") ?? "";
  const words = question.toLowerCase().normalize("NFC").match(/[\p{L}\p{N}_]+/gu) ?? [];
  const rows = window.kirtisUnits ?? [];
  const root = document.documentElement;
  if (words.length) {
    const stemmer = new window.Stemmer();
    const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "");
    // Without diacritics the stemmer misses some ends of words, and that kirčiai is kirtis, širdžių širdis: so these are tried as well.
    const ENDS = [[/uju$/, "ųjų"], [/aja$/, "ąją"], [/u$/, "ų"], [/e$/, "ė"], [/es$/, "ės"], [/a$/, "ą"], [/i$/, "į"]];
    const also = (word) => {
      const stem = stemmer.stemWord(word);
      const ends = /^[a-z]{5,}$/.test(word) ? ENDS.filter(([end]) => end.test(word)).map(([end, marked]) => fold(stemmer.stemWord(word.replace(end, marked)))) : [];
      return [...new Set([stem, stem.replace(/c$/, "t"), stem.replace(/dz$/, "d"), ...ends])];
    };
    const wanted = words.map(also);
    const whole = (text, stems) => stems.some((stem) => ` ${text} `.includes(` ${stem} `));
    const begun = (text, stems) => ` ${text}`.includes(` ${stems[0]}`);
    // A clause that explains the very word comes first, and a clause before what is said of it.
    const rate = (row) => {
      if (row.id.toLowerCase() === question.trim().toLowerCase()) return 1000;
      const explained = row.asked.some((phrase) => phrase.length === wanted.length && phrase.every((word, n) => whole(word, wanted[n]))) ? 13 : 0;
      const found = wanted.map((stems) => (whole(row.title, stems) ? 12 : begun(row.title, stems) ? 6 : whole(row.text, stems) ? 4 : begun(row.text, stems) ? 2 : 0));
      if (!explained && found.includes(0)) return 0;
      return explained + found.reduce((sum, one) => sum + one, row.kind === 0 ? 9 : 0);
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
