// All segments of a report: search, sort, alignments and trees. The page has them as data, since they are megabytes.
// Everything is built from text nodes: no text of a system is ever read as HTML. What is shown is in the address.
"use strict";
(() => {
  const place = document.getElementById("segment-browser");
  const block = document.getElementById("segment-data");
  if (!place || !block) return;
  const PAGE = 20;
  const SORTS = {
    number: "Number of the segment",
    ahead: "A better than B, largest first",
    behind: "B better than A, largest first",
    best: "Best score of A first",
    worst: "Worst score of A first",
    long: "Longest reference first",
    short: "Shortest reference first",
  };

  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes ?? {})) {
      if (key === "on") for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
      else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  async function unpack() {
    const text = atob(block.textContent.trim());
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  function start(data) {
    const count = data.texts.length;
    const systems = data.systems;
    const first = data.hasSources ? 1 : 0;
    const referencesOf = (at) => data.texts[at].slice(first, data.texts[at].length - systems.length);
    const outputOf = (at, system) => data.texts[at][data.texts[at].length - systems.length + system];
    const scoreOf = (metric, system, at) => data.scores[metric][system]?.[at] ?? NaN;
    const show = (metric, value, sign) => {
      if (Number.isNaN(value)) return "–";
      const { decimals, scale } = data.metrics[metric];
      const text = (Math.abs(value) / scale).toFixed(decimals);
      const isZero = Number(text) === 0;
      return (isZero ? "" : value < 0 ? "−" : sign ? "+" : "") + text;
    };
    const state = { find: "", whole: false, sort: "ahead", metric: 0, a: 0, b: Math.min(1, systems.length - 1), doc: "", page: 0, segment: 0 };
    const usual = { ...state };
    let order = [];
    let folded = null;

    // The address: #s812&sort=ahead&a=…; anything else is a place of the page, and leaves the list alone.
    function readAddress() {
      const text = location.hash.slice(1);
      if (!/^(s\d+|find=|sort=|metric=|a=|b=|doc=|page=)/.test(text)) return false;
      const parts = text.split("&");
      const segment = /^s(\d+)$/.exec(parts[0]);
      const given = new URLSearchParams(parts.slice(segment ? 1 : 0).join("&"));
      const find = (list, name, other) => { const at = list.indexOf(given.get(name)); return at < 0 ? other : at; };
      Object.assign(state, usual, {
        find: given.get("find") ?? "",
        whole: given.get("whole") === "1",
        sort: given.get("sort") in SORTS ? given.get("sort") : usual.sort,
        metric: find(data.metrics.map((each) => each.name), "metric", usual.metric),
        a: find(systems, "a", usual.a),
        b: find(systems, "b", usual.b),
        doc: given.get("doc") ?? "",
        page: Math.max(0, (Number.parseInt(given.get("page"), 10) || 1) - 1),
        segment: segment && segment[1] >= 1 && segment[1] <= count ? Number(segment[1]) : 0,
      });
      return true;
    }

    function writeAddress(segment) {
      const given = new URLSearchParams();
      if (state.find) given.set("find", state.find);
      if (state.whole) given.set("whole", "1");
      if (state.sort !== usual.sort) given.set("sort", state.sort);
      if (state.metric !== usual.metric) given.set("metric", data.metrics[state.metric].name);
      if (state.a !== usual.a) given.set("a", systems[state.a]);
      if (state.b !== usual.b) given.set("b", systems[state.b]);
      if (state.doc) given.set("doc", state.doc);
      if (!segment && state.page) given.set("page", state.page + 1);
      const text = [segment ? `s${segment}` : "", given.toString()].filter(Boolean).join("&");
      return `#${text || "sort=" + state.sort}`;
    }

    function matcher() {
      const query = state.find.trim();
      if (!query) return null;
      if (!state.whole) {
        const wanted = query.toLocaleLowerCase();
        folded ??= data.texts.map((texts) => texts.join("\n").toLocaleLowerCase());
        return (at) => folded[at].includes(wanted);
      }
      const words = query.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
      // A mark at the edge, as in ", and" or "'s", follows or precedes a word without a blank.
      const before = /^[\p{L}\p{N}]/u.test(query) ? "(?<![\\p{L}\\p{N}])" : "";
      const after = /[\p{L}\p{N}]$/u.test(query) ? "(?![\\p{L}\\p{N}])" : "";
      const pattern = new RegExp(before + words.join("\\s*") + after, "iu");
      return (at) => data.texts[at].some((text) => pattern.test(text));
    }

    function arrange() {
      const matches = matcher();
      const wanted = state.doc && data.documents ? data.documents.indexOf(state.doc) : -1;
      order = [];
      for (let at = 0; at < count; at++) {
        if ((wanted < 0 || data.document[at] === wanted) && (!matches || matches(at))) order.push(at);
      }
      const sign = data.metrics[state.metric].higher ? 1 : -1;
      const score = (at) => sign * scoreOf(state.metric, state.a, at);
      const gain = (at) => score(at) - sign * scoreOf(state.metric, state.b, at);
      const key = {
        number: null, ahead: (at) => -gain(at), behind: gain, best: (at) => -score(at), worst: score,
        long: (at) => -data.lengths[at], short: (at) => data.lengths[at],
      }[state.sort];
      if (key) {
        const keys = new Map(order.map((at) => [at, key(at)]));
        const rank = (at) => { const value = keys.get(at); return Number.isNaN(value) ? Infinity : value; };
        order.sort((one, other) => rank(one) - rank(other) || one - other);
      }
      if (state.segment) {
        const found = order.indexOf(state.segment - 1);
        if (found >= 0) state.page = Math.floor(found / PAGE);
      }
      state.page = Math.min(state.page, Math.max(0, Math.ceil(order.length / PAGE) - 1));
    }

    // Words of two outputs: which a reference has, and which the other output does not have.
    const split = (text) => text.match(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];
    const tally = (words) => words.reduce((found, word) => found.set(word, (found.get(word) ?? 0) + 1), new Map());

    function mark(text, other, references) {
      const known = new Map();
      for (const reference of references) {
        for (const [word, times] of tally(split(reference))) known.set(word, Math.max(times, known.get(word) ?? 0));
      }
      const shared = tally(split(other));
      const take = (left, word) => { const times = left.get(word) ?? 0; left.set(word, times - 1); return times > 0; };
      const pieces = [];
      let [end, last] = [0, null]; // the mark that the word before is in
      for (const found of text.matchAll(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu)) {
        const kind = take(known, found[0]) ? "right" : "wrong";
        const between = text.slice(end, found.index);
        if (take(shared, found[0])) {
          pieces.push(between, found[0]);
          last = null;
        } else if (last?.className === kind) {
          last.append(between, found[0]);
        } else {
          last = make("mark", { class: kind }, found[0]);
          pieces.push(between, last);
        }
        end = found.index + found[0].length;
      }
      return [...pieces, text.slice(end)];
    }

    // Words as METEOR has them; in the text's own letters, where they are pieces of it.
    function cut(text, code) {
      if (Array.isArray(code)) return code;
      if (code === 0) return text.split(" ");
      const letters = Array.from(text);
      let at = 0;
      return Array.from(code, (each) => {
        while (at < letters.length && /\s/.test(letters[at])) at++;
        const length = each.codePointAt(0) - 0x30;
        at += length;
        return letters.slice(at - length, at).join("");
      });
    }

    function align(at, system) {
      const number = data.best ? data.best[at][system] : 0;
      const words = cut(outputOf(at, system), data.words[at][system]);
      const reference = cut(referencesOf(at)[number], data.referenceWords[at][number]);
      const links = [];
      let expected = 0;
      Array.from(data.links[at][system], (each, position) => {
        const value = each.codePointAt(0) - 0x61;
        if (value < 0) return;
        const [fold, stage] = [Math.floor(value / data.modules.length), value % data.modules.length];
        const target = expected + (fold % 2 ? -(fold + 1) / 2 : fold / 2);
        expected = target + 1;
        const last = links.at(-1);
        const joined = last && last.from === position - 1 && last.to === target - 1;
        links.push({ from: position, to: target, stage, chunk: joined ? last.chunk : (last?.chunk ?? 0) + 1 });
      });
      return { words, reference, links, number };
    }

    function writeLine(label, words, links, side) {
      const by = new Map(links.map((link) => [link[side], link]));
      const line = make("p", { dir: "auto" }, make("small", { class: "side", dir: "ltr" }, label), " ");
      let chunk = null;
      words.forEach((word, position) => {
        const link = by.get(position);
        const shown = link && link.stage > 0 ? make("i", { title: data.modules[link.stage] }, word) : word;
        if (!link) {
          line.append(make("span", { class: "loose" }, word), " ");
          chunk = null;
        } else if (chunk && chunk.dataset.chunk === String(link.chunk)) {
          chunk.append(" ", shown);
        } else {
          chunk = make("span", { class: "chunk", "data-chunk": link.chunk }, make("sup", null, String(link.chunk)), shown);
          line.append(chunk, " ");
        }
      });
      return line;
    }

    function showAlignment(at, system) {
      const { words, reference, links, number } = align(at, system);
      const byModule = data.modules.map((name, stage) => [links.filter((link) => link.stage === stage).length, name]).filter(([times]) => times);
      const box = make("div", { class: "words" },
        writeLine("reference", reference, links, "to"),
        writeLine(systems[system], words, links, "from"),
        make("p", { class: "summary" },
          `${links.length} of ${words.length} words are in the reference${data.best ? ` (${number + 1})` : ""}`
          + `${byModule.length ? `: ${byModule.map(([times, name]) => `${times} ${name}`).join(", ")}` : ""}. `
          + `Chunks: ${links.at(-1)?.chunk ?? 0}; words with the same number belong together.`));
      const light = (event) => {
        const chunk = event.target.closest?.(".chunk")?.dataset.chunk;
        for (const each of box.querySelectorAll(".chunk")) each.classList.toggle("on", each.dataset.chunk === chunk);
      };
      box.addEventListener("mouseover", light);
      box.addEventListener("click", light);
      return box;
    }

    function showTree(trees) {
      const box = make("div", { class: "words" });
      for (const [words, heads, relations] of trees) {
        const grow = (head) => {
          const below = words.map((_, at) => at).filter((at) => heads[at] === head);
          return below.length ? make("ul", { class: "tree" }, ...below.map((at) => make("li", null, words[at], " ", make("small", null, relations[at]), grow(at)))) : null;
        };
        box.append(grow(-1) ?? "");
      }
      return box;
    }

    // A button that opens something below the texts of its segment.
    function toggle(name, label, build) {
      let box = null;
      const button = make("button", { type: "button", "aria-expanded": "false", "aria-label": label, on: { click: () => {
        const open = button.getAttribute("aria-expanded") === "true";
        button.setAttribute("aria-expanded", String(!open));
        if (open) {
          box.remove();
        } else {
          box ??= build();
          button.closest(".actions").parentElement.append(box);
          window.tertium?.prepare?.(box);
        }
      } } }, name);
      return button;
    }

    function showActions(at, chosen) {
      const made = [];
      if (data.links) for (const system of chosen) made.push(toggle(`Align ${systems[system]}`, `Alignment of ${systems[system]} with the reference`, () => showAlignment(at, system)));
      if (data.trees) {
        made.push(toggle("Tree of the reference", "Tree of the reference", () => showTree(data.trees[at][0])));
        for (const system of chosen) made.push(toggle(`Tree of ${systems[system]}`, `Tree of ${systems[system]}`, () => showTree(data.trees[at][system + 1])));
      }
      made.push(toggle(systems.length > 1 ? "All systems" : "All scores", "All systems and scores", () => showAll(at)));
      return make("div", { class: "actions" }, ...made);
    }

    function showAll(at) {
      const heads = ["system", ...data.metrics.map((each) => each.name), "text"];
      const rows = systems.map((name, system) => make("tr", null,
        make("td", null, make("b", null, name)),
        ...data.metrics.map((each, metric) => make("td", { class: "number", "data-name": each.name }, show(metric, scoreOf(metric, system, at)))),
        make("td", { dir: "auto" }, outputOf(at, system))));
      return make("div", { class: "scroll", "data-label": `All systems, segment ${at + 1}` }, make("table", { class: "all" },
        make("thead", null, make("tr", null, ...heads.map((head, column) => make("th", { scope: "col", class: column && column <= data.metrics.length ? "number" : null }, head)))),
        make("tbody", null, ...rows)));
    }

    function showSegment(at) {
      const references = referencesOf(at);
      const { a, b, metric } = state;
      const pair = a !== b;
      const row = (name, content, attributes) => [make("dt", null, name), make("dd", { dir: "auto", ...attributes }, ...content)];
      const output = (system, other) => row(
        `${systems[system]} ${show(metric, scoreOf(metric, system, at))}`,
        pair ? mark(outputOf(at, system), outputOf(at, other), references) : [outputOf(at, system)]);
      const facts = [
        data.documents ? data.documents[data.document[at]] : "",
        pair ? show(metric, scoreOf(metric, a, at) - scoreOf(metric, b, at), true) : "",
        `${data.lengths[at]} word${data.lengths[at] === 1 ? "" : "s"}`,
      ];
      return make("article", { id: `s${at + 1}`, tabindex: "-1", class: state.segment === at + 1 ? "chosen" : null, "aria-label": `Segment ${at + 1}` },
        make("div", { class: "place" },
          make("a", { class: "link", href: writeAddress(at + 1), title: "Link to this segment" }, String(at + 1)),
          ...facts.filter(Boolean).map((fact) => make("span", null, fact, " "))),
        make("div", null,
          make("dl", null,
            ...(data.hasSources ? row("source", [data.texts[at][0]], { class: "soft" }) : []),
            ...references.flatMap((text, number) => row(references.length > 1 ? `reference ${number + 1}` : "reference", [text], { class: "soft" })),
            ...output(a, b), ...(pair ? output(b, a) : [])),
          showActions(at, pair ? [a, b] : [a])));
    }

    // The controls, and the list below them.
    const list = make("div", { class: "diff" });
    const status = make("span", { role: "status" });
    const turn = (step) => make("button", { type: "button", on: { click: () => {
      Object.assign(state, { page: state.page + step, segment: 0 });
      render();
      place.scrollIntoView();
    } } }, step < 0 ? "Previous" : "Next");
    const [back, forward] = [turn(-1), turn(1)];
    const [backBelow, forwardBelow] = [turn(-1), turn(1)];
    const change = () => {
      Object.assign(state, {
        find: search.value, whole: whole.checked, sort: sort.value, metric: Number(metric.value), a: Number(a.value), b: Number(b.value),
        doc: documents ? documents.value : "", page: 0, segment: 0,
      });
      render();
    };
    const choose = (options) => make("select", { on: { change } }, ...options.map(([value, text]) => make("option", { value }, text)));
    const label = (text, control) => make("label", null, text, control);
    let waiting = 0;
    const search = make("input", { type: "search", on: { input: () => { clearTimeout(waiting); waiting = setTimeout(change, 150); } } });
    const whole = make("input", { type: "checkbox", on: { change } });
    const sort = choose(Object.entries(SORTS).filter(([name]) => systems.length > 1 || !["ahead", "behind"].includes(name)));
    const metric = choose(data.metrics.map((each, at) => [at, each.name]));
    const [a, b] = [choose(systems.map((name, at) => [at, name])), choose(systems.map((name, at) => [at, name]))];
    const documents = data.documents ? choose([["", "all"], ...data.documents.map((name) => [name, name])]) : null;
    if (systems.length < 2) usual.sort = state.sort = "number";

    function render(focus) {
      arrange();
      const from = state.page * PAGE;
      const shown = order.slice(from, from + PAGE);
      status.textContent = order.length
        ? `${(from + 1).toLocaleString("en")}–${(from + shown.length).toLocaleString("en")} of ${order.length.toLocaleString("en")} segments`
        : "No segment has this text.";
      list.replaceChildren(...shown.map(showSegment));
      for (const each of [back, backBelow]) each.disabled = !state.page;
      for (const each of [forward, forwardBelow]) each.disabled = from + PAGE >= order.length;
      [search.value, whole.checked, sort.value, metric.value] = [state.find, state.whole, state.sort, state.metric];
      [a.value, b.value] = [state.a, state.b];
      if (documents) documents.value = state.doc;
      if (focus) {
        const chosen = document.getElementById(`s${state.segment}`);
        (chosen ?? place).scrollIntoView();
        chosen?.focus({ preventScroll: true });
      } else if (started) history.replaceState(null, "", writeAddress(state.segment));
    }

    let started = false;
    const linked = readAddress();
    place.replaceChildren(
      make("form", { class: "controls", on: { submit: (event) => { event.preventDefault(); change(); } } },
        make("div", null, label("Find in any text", search), make("label", { class: "whole" }, whole, "whole words")),
        label("Sort", sort), label("Metric", metric), label("System A", a), systems.length > 1 ? label("System B", b) : null,
        documents ? label("Document", documents) : null),
      make("div", { class: "pages" }, back, forward, status),
      make("div", { class: "diff" }, systems.length > 1 ? make("ul", { class: "legend" },
        make("li", null, "words that the other system does not have:"),
        make("li", null, make("mark", { class: "right" }, "in a reference")),
        make("li", null, make("mark", { class: "wrong" }, "in no reference"))) : ""),
      list,
      make("div", { class: "pages" }, backBelow, forwardBelow));
    render(linked);
    started = true;
    place.dataset.ready = "yes";
    addEventListener("hashchange", () => { if (readAddress()) render(true); });

    // An n-gram leads to its segments.
    for (const cell of document.querySelectorAll("#ngrams tbody td:first-child")) {
      const link = make("a", { href: `#${new URLSearchParams({ find: cell.textContent, whole: "1" })}`, title: "Segments with it" }, cell.textContent);
      cell.replaceChildren(link);
    }
  }

  unpack().then(start).catch((error) => {
    place.replaceChildren(make("p", { class: "error", role: "alert" }, `The segments cannot be shown: ${error.message}. A browser of 2023 or later is needed.`));
  });
})();
