// What pages do for their readers: copy tables, sort them, filter findings, and let a keyboard scroll what is too wide.
// Pages say everything without it. It finds its work by classes, so it serves static pages and the web app alike.
"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // Copying. A button has its text in data-copy, or copies the text above it.
  const say = document.createElement("p");
  say.setAttribute("role", "status");
  say.className = "unseen";

  async function copy(text) {
    if (navigator.clipboard && window.isSecureContext) {
      await navigator.clipboard.writeText(text);
      return;
    }
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (!done) throw new Error("the browser does not let this page copy");
  }

  async function onCopy(event) {
    const button = event.target.closest("button[data-copy], button[data-copy-above]");
    if (!button) return;
    const name = button.dataset.name ?? (button.dataset.name = button.textContent);
    try {
      await copy(button.dataset.copy ?? `${button.parentElement.previousElementSibling.textContent}\n`);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not copied";
    }
    say.textContent = `${name}: ${button.textContent}`;
    setTimeout(() => { button.textContent = name; }, 1500);
  }

  // Sorting: by number where a column has numbers, else as people sort words. The third time it is the first order again.
  const words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

  function valueOf(cell) {
    const found = (cell?.textContent ?? "").replaceAll(",", "").replaceAll("−", "-").match(/[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/i);
    return found ? Number(found[0]) : NaN;
  }

  function sortRows(table, column, direction) {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    rows.forEach((row, place) => { row.dataset.place ??= place; });
    const isNumber = table.tHead.rows[0].cells[column].classList.contains("number");
    const keys = new Map(rows.map((row) => [row, isNumber ? valueOf(row.cells[column]) : (row.cells[column]?.textContent ?? "")]));
    const compare = (one, other) => {
      const [a, b] = [keys.get(one), keys.get(other)];
      if (isNumber) {
        if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b); // what is not known comes last
        return direction * (a - b);
      }
      return direction * words.compare(a, b);
    };
    rows.sort((one, other) => one.dataset.place - other.dataset.place);
    if (direction) rows.sort(compare);
    body.append(...rows);
  }

  function onSort(event) {
    const heading = event.currentTarget.closest("th");
    const table = heading.closest("table");
    const isNumber = heading.classList.contains("number");
    const order = isNumber ? ["none", "descending", "ascending"] : ["none", "ascending", "descending"];
    const next = order[(order.indexOf(heading.getAttribute("aria-sort")) + 1) % 3];
    for (const other of table.tHead.rows[0].cells) if (other.hasAttribute("aria-sort")) other.setAttribute("aria-sort", "none");
    heading.setAttribute("aria-sort", next);
    sortRows(table, heading.cellIndex, { none: 0, ascending: 1, descending: -1 }[next]);
  }

  function makeSortable(table) {
    if (!table.tHead || table.tBodies.length !== 1 || table.tBodies[0].rows.length < 3) return;
    for (const heading of table.tHead.rows[0].cells) {
      if (!heading.textContent.trim() || heading.querySelector("a, button")) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      button.addEventListener("click", onSort);
      heading.append(button);
      heading.setAttribute("aria-sort", "none");
    }
  }

  // Findings: shown by type of error or by word edit, in the order of the text or grouped by word edit.
  function count(items, name) {
    const counts = new Map();
    for (const item of items) if (item.dataset[name]) counts.set(item.dataset[name], (counts.get(item.dataset[name]) ?? 0) + 1);
    return new Map([...counts].sort((one, other) => other[1] - one[1] || words.compare(one[0], other[0])));
  }

  let choices = 0;

  function makeSelect(title, options, onChange) {
    const [pair, label, select] = ["span", "label", "select"].map((name) => document.createElement(name));
    select.id = `choice-${choices += 1}`;
    label.htmlFor = select.id;
    label.textContent = title;
    for (const [value, text] of options) select.append(new Option(text, value));
    select.addEventListener("change", onChange);
    pair.append(label, select);
    return [pair, select];
  }

  function makeFilter(section) {
    const articles = all("article", section);
    const items = all("article > div > ol > li[data-type]", section);
    if (articles.length < 2 || !items.length) return;
    const edits = count(items, "edit");
    const list = (counts) => [["", `all (${items.length})`], ...[...counts].map(([name, number]) => [name, `${name} (${number})`])];
    const ranks = new Map([...edits.keys()].map((name, place) => [name, place]));
    const inText = new Map(articles.map((article, place) => [article, place]));
    const own = new Map(articles.map((article) => [article, all("div > ol > li[data-type]", article)]));
    const best = (article) => own.get(article).reduce((found, item) => {
      const rank = ranks.get(item.dataset.edit);
      return rank !== undefined && rank < found ? rank : found;
    }, Infinity);
    const names = [...edits.keys()];
    const end = document.createElement("p");
    end.className = "place";
    end.setAttribute("role", "status");
    const update = () => {
      const fits = (item) => (!type.value || item.dataset.type === type.value) && (!edit.value || item.dataset.edit === edit.value);
      all("h3.group", section).forEach((heading) => heading.remove());
      const grouped = order.value === "word";
      const sorted = [...articles].sort((one, other) => (grouped && best(one) !== best(other) ? best(one) - best(other) : inText.get(one) - inText.get(other)));
      let shown = 0;
      let last = null;
      for (const article of sorted) {
        article.hidden = Boolean(type.value || edit.value) && !own.get(article).some(fits);
        if (!article.hidden) {
          shown += 1;
          const group = best(article);
          if (grouped && group !== last) {
            const heading = document.createElement("h3");
            heading.className = "group";
            heading.textContent = group === Infinity ? "other findings" : `${names[group]}: ${edits.get(names[group])}`;
            section.append(heading);
            last = group;
          }
        }
        section.append(article);
      }
      end.textContent = `${shown} of ${articles.length} segments with findings are shown.`;
      section.append(end);
    };
    const [typeLabel, type] = makeSelect("Type", list(count(items, "type")), update);
    const [editLabel, edit] = makeSelect("Word", list(edits), update);
    const [orderLabel, order] = makeSelect("Order", [["text", "as in the text"], ["word", "by word"]], update);
    const bar = document.createElement("p");
    bar.className = "choices";
    bar.append(typeLabel, editLabel, orderLabel);
    articles[0].before(bar);
  }

  // A region is a stop of the tab key only while there is something to scroll.
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => mind(target.closest(".scroll"))));

  function mind(region) {
    if (!region) return;
    if (region.scrollWidth > region.clientWidth + 1) {
      region.tabIndex = 0;
      region.setAttribute("role", "region");
      region.setAttribute("aria-label", `${region.dataset.label || region.querySelector("svg")?.getAttribute("aria-label") || "Content"}, scrolls sideways`);
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) region.removeAttribute(name);
    }
  }

  // What is added to the page later (by other scripts) can be prepared with tertium.prepare(element).
  function prepare(within) {
    all("table.sortable", within).forEach(makeSortable);
    all("section.mtness", within).forEach(makeFilter);
    all(".tools[hidden]", within).forEach((tools) => { tools.hidden = false; });
    all(".scroll", within).forEach((region) => {
      sizes.observe(region);
      if (region.firstElementChild) sizes.observe(region.firstElementChild);
      mind(region);
    });
  }

  document.body.append(say);
  document.addEventListener("click", onCopy);
  prepare(document);
  window.tertium = { ...window.tertium, prepare, copy };
})();
