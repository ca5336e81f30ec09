// What pages do for their readers: copy tables, sort them, and let a keyboard scroll what is too wide.
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
