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
    const MOST = 60;
    const hits = rows.map((row) => [rate(row), row]).filter(([n]) => n).sort((a, b) => b[0] - a[0] || a[1].kind - b[1].kind);
    const [restLt, restEn] = hits.length > MOST ? [`, rodoma ${MOST}`, `, ${MOST} shown`] : ["", ""];
    const add = (to, tag, attributes, text) => { const e = Object.assign(document.createElement(tag), attributes); if (text !== undefined) e.textContent = text; to.append(e); return e; };
    const box = Object.assign(document.createElement("section"), { id: "k-hits" });
    const title = add(box, "h1", {});
    const told = (className, lang, before, after) => {
      const half = add(title, "span", { className, lang }, before);
      add(half, "span", { translate: false }, question);
      half.append(after);
    };
    told("k-lt", "lt", "„", `“ – rasta ${hits.length}${restLt}`);
    add(title, "span", { className: "k-both" }, " / ");
    told("k-en", "en", "“", `” – ${hits.length} found${restEn}`);
    const list = add(box, "ul", {});
    for (const [, row] of hits.slice(0, MOST)) {
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
  // To read a page takes a slow phone long. It waits until there is to be seen what is said of it, and one reading does for both languages.
  const excerpt = Search.makeSearchSummary;
  const waiting = new Map();
  const sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      sight.unobserve(target);
      waiting.get(target)();
    }
  });
  const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const fill = (box, html, keywords, anchor) => {
    const page = new DOMParser().parseFromString(/<article role="main"[^]*<\/article>/.exec(html)?.[0] ?? "", "text/html");
    const whole = (anchor && page.querySelector(`[role="main"] ${anchor}`)) || page.querySelector('[role="main"]');
    if (!whole) return;
    for (const node of whole.querySelectorAll("h1, pre, script, style, .headerlink, .k-facts, .k-both")) node.remove();
    // Cells and lines that stand apart on the page stay apart in one line of text.
    for (const node of whole.querySelectorAll("p, li, dt, dd, td, th, a, h2, h3, h4")) node.append(" ");
    for (const [code, other] of [["lt", "en"], ["en", "lt"]]) {
      const own = whole.cloneNode(true);
      for (const node of own.querySelectorAll(`.k-${other}`)) node.remove();
      const found = excerpt(`<div role="main">${escaped(own.textContent)}</div>`, keywords);
      if (!found) continue;
      found.classList.add(`k-${code}`);
      found.lang = code;
      // An excerpt begins and ends with a whole word.
      found.textContent = found.textContent.replace(/\s+/g, " ").replace(/^\.\.\.\S*/, "…").replace(/\.\.\.$/, "").replace(/ \S*[^.?!\s]\s*$/, " …");
      box.append(found);
    }
    for (const word of words) _highlightText(box, word, "highlighted");
  };
  Search.makeSearchSummary = (...found) => {
    const box = Object.assign(document.createElement("div"), { className: "k-excerpts" });
    waiting.set(box, () => fill(box, ...found));
    sight.observe(box);
    return box;
  };
  new MutationObserver(() => {
    for (const link of document.querySelectorAll("#search-results li > a:not(:has(span))")) {
      const halves = link.textContent.split(" / ");
      if (halves.length === 2) inBoth(link, halves);
    }
  }).observe(document.querySelector("#search-results") ?? document.body, { childList: true, subtree: true });
  root.dataset.found = "yes";
})();
