// Search over SEARCH_INDEX: every word of the query must occur in a section. A word in a heading counts more than one in the text.
(function () {
  const box = document.getElementById("search");
  const list = document.getElementById("found");
  const root = box.dataset.root;
  const sections = SEARCH_INDEX.map(([file, anchor, page, heading, text]) => ({
    file, anchor, page, heading, text,
    inPage: page.toLowerCase(), inHeading: heading.toLowerCase(), inText: text.toLowerCase(),
  }));
  const score = (section, words) => {
    let total = 0;
    for (const word of words) {
      const found = (section.inHeading.includes(word) ? 8 : 0) + (section.inPage.includes(word) ? 4 : 0)
        + (section.inText.includes(word) ? 1 : 0);
      if (found === 0) return 0;
      total += found;
    }
    return total;
  };
  const excerpt = (section, word) => {
    const at = Math.max(0, section.inText.indexOf(word) - 40);
    return (at > 0 ? "…" : "") + section.text.slice(at, at + 120) + "…";
  };
  const show = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
    list.replaceChildren();
    if (words.length === 0) return;
    const ranked = sections.map((section) => [score(section, words), section]).filter(([points]) => points > 0);
    ranked.sort(([a], [b]) => b - a);
    for (const [, section] of ranked.slice(0, 20)) {
      const link = document.createElement("a");
      link.href = root + section.file + "#" + section.anchor;
      link.textContent = section.heading === section.page ? section.page : section.page + ": " + section.heading;
      const line = document.createElement("span");
      line.textContent = excerpt(section, words[0]);
      const item = document.createElement("li");
      item.append(link, line);
      list.append(item);
    }
    if (ranked.length === 0) {
      const item = document.createElement("li");
      item.textContent = "no section has all of these words";
      list.append(item);
    }
  };
  box.addEventListener("input", show);
})();
