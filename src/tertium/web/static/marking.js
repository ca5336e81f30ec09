// Marking errors in a translation, word by word: with arrow keys, by tapping, or by selecting with a mouse.
// The server says where words start and end, so that nothing is counted here.

export function startMarking(form, say) {
  const text = document.getElementById("translation");
  const words = [...text.querySelectorAll(".word")];
  const gaps = [...text.querySelectorAll(".gap")];
  const last = words.length - 1; // the end of the text, where something may be missing
  const kinds = document.getElementById("kinds");
  const missing = document.getElementById("missing");
  const none = document.getElementById("none");
  const { severities } = JSON.parse(form.dataset.settings);
  const start = (at) => Number(words[at].dataset.start);
  const end = (at) => Number(words[at].dataset.end);

  let spans = form.elements.spans.value ? JSON.parse(form.elements.spans.value) : [];
  let history = [];
  let anchor = null; // the word where the choice began
  let head = null; // the word where it ends
  let before = false; // whether the place before the word is meant
  let waiting = null; // a severity that waits for its category

  const range = () => (head === null ? null : [Math.min(anchor, head), Math.max(anchor, head)]);
  const wordsOf = (span) => words.filter((_, at) => at < last && start(at) < span.end && end(at) > span.start);
  const nextTo = (span) => words.find((_, at) => start(at) >= span.start);

  function choose(from, to) {
    [anchor, head] = [from, to];
    if (from !== to) before = false;
    show();
    const chosen = range();
    if (chosen === null) return say("");
    const [one, other] = chosen;
    if (one === last) say("Chosen: the end of the text");
    else say(`Chosen: ${before ? "before " : ""}“${quote(start(one), end(Math.min(other, last - 1)))}”`);
    words[to]?.scrollIntoView({ block: "nearest" });
  }

  function quote(from, to) {
    const found = words.filter((_, at) => at < last && start(at) >= from && end(at) <= to);
    if (!found.length) return "";
    const marked = document.createRange();
    marked.setStartBefore(found[0]);
    marked.setEndAfter(found[found.length - 1]);
    const whole = marked.toString();
    return whole.length > 80 ? `${whole.slice(0, 77)}…` : whole;
  }

  function change(next) {
    history.push(spans);
    spans = next;
    if (spans.length) none.checked = false;
    show();
  }

  function mark(severity, category = "") {
    const chosen = range();
    if (chosen === null) {
      say("Choose the words first.");
      return;
    }
    if (kinds && !category) {
      waiting = severity;
      show();
      say("What kind of error is it?");
      kinds.scrollIntoView({ block: "nearest" }); // on a phone it would be below the window
      return;
    }
    const [one, other] = chosen;
    const isGap = before || one === last;
    const span = { start: start(one), end: isGap ? start(one) : end(Math.min(other, last - 1)), severity, category };
    waiting = null;
    before = false;
    change([...spans, span].sort((a, b) => a.start - b.start || a.end - b.end));
    say(`Marked: ${describe(span)}`);
  }

  function describe(span) {
    const what = [span.severity, span.category].filter(Boolean).join(", ");
    if (span.end > span.start) return `${what}: “${quote(span.start, span.end)}”`;
    const next = nextTo(span);
    return next === words[last] ? `${what}: missing at the end` : `${what}: missing before “${next.textContent}”`;
  }

  function undo() {
    if (!history.length) return say("There is nothing to undo.");
    spans = history.pop();
    show();
    return say("Undone.");
  }

  function removeHere() {
    const chosen = range();
    if (chosen === null) return;
    const [one, other] = chosen;
    const touches = (span) => (span.end > span.start
      ? span.start < Math.max(end(other), start(one) + 1) && span.end > start(one)
      : span.start >= start(one) && span.start <= start(other));
    const kept = spans.filter((span) => !touches(span));
    if (kept.length < spans.length) change(kept);
  }

  function show() {
    form.elements.spans.value = spans.length || none.checked ? JSON.stringify(spans) : "";
    const chosen = range();
    words.forEach((word, at) => {
      const isChosen = chosen !== null && at >= chosen[0] && at <= chosen[1];
      word.className = at === last ? "word end" : "word";
      word.classList.toggle("chosen", isChosen);
      word.classList.toggle("before", isChosen && before);
    });
    for (const gap of gaps) {
      const [from, to] = [Number(gap.dataset.start), Number(gap.dataset.end)];
      const around = spans.filter((span) => span.start < from && span.end > to);
      gap.className = around.length ? `gap ${severities.indexOf(around[0].severity) ? "major" : "minor"}` : "gap";
      gap.classList.toggle("chosen", chosen !== null && from >= end(chosen[0]) && to <= start(chosen[1]) && chosen[1] < last);
    }
    for (const span of spans) {
      const grave = severities.indexOf(span.severity) ? "major" : "minor";
      if (span.end > span.start) for (const word of wordsOf(span)) word.classList.add(grave);
      else nextTo(span).classList.add("missing", grave);
    }
    missing.setAttribute("aria-pressed", String(before));
    if (kinds) kinds.hidden = waiting === null;
    for (const button of form.querySelectorAll("[data-severity]")) {
      button.classList.toggle("waiting", button.dataset.severity === waiting);
    }
    document.getElementById("spans").replaceChildren(...spans.map((span) => {
      const item = document.createElement("li");
      const label = document.createElement("span");
      label.textContent = describe(span);
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Remove";
      button.setAttribute("aria-label", `Remove: ${describe(span)}`);
      button.addEventListener("click", () => { change(spans.filter((each) => each !== span)); text.focus(); });
      item.append(label, button);
      return item;
    }));
  }

  function toggleBefore() {
    before = !before;
    if (head === null) return choose(0, 0);
    return choose(head, head);
  }

  // A tap on a word chooses it, on a second one all between them, and on a chosen one nothing.
  text.addEventListener("click", (event) => {
    if (takeSelection()) return;
    const at = words.indexOf(event.target.closest(".word"));
    if (at === -1) return;
    if (head === at && anchor === at) {
      before = false;
      choose(null, null);
    } else if (head !== null && anchor === head && !before && at !== last && anchor !== last) choose(anchor, at);
    else choose(at, at);
  });

  // What is selected with a mouse, or by a long press, is widened to whole words.
  function takeSelection() {
    const selection = getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return false;
    const found = selection.getRangeAt(0);
    if (!text.contains(found.commonAncestorContainer)) return false;
    const touched = words.map((word, at) => (at < last && found.intersectsNode(word) ? at : -1)).filter((at) => at >= 0);
    if (!touched.length) return false;
    selection.removeAllRanges();
    before = false;
    choose(touched[0], touched[touched.length - 1]);
    return true;
  }

  for (const button of form.querySelectorAll("[data-severity], [data-category], #missing, #undo")) {
    // The focus stays in the text, and with it the selection.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      takeSelection();
      if (button.dataset.severity) mark(button.dataset.severity);
      else if (button.dataset.category) mark(waiting, button.dataset.category);
      else if (button === missing) toggleBefore();
      else undo();
    });
  }
  none.addEventListener("change", () => {
    if (none.checked && spans.length) change([]);
    else show();
  });

  function move(event) {
    const isForward = { ArrowRight: true, ArrowDown: true, ArrowLeft: false, ArrowUp: false }[event.key];
    if (isForward === undefined && !["Home", "End"].includes(event.key)) return false;
    // Keys point where the eye goes: in text from right to left, the left arrow goes on.
    const isMirrored = event.key.endsWith("t") && getComputedStyle(text).direction === "rtl";
    let to = head === null ? 0 : head + (isForward !== isMirrored ? 1 : -1);
    if (event.key === "Home") to = 0;
    if (event.key === "End") to = event.shiftKey ? last - 1 : last;
    to = Math.min(Math.max(to, 0), event.shiftKey ? Math.max(last - 1, 0) : last);
    choose(event.shiftKey && anchor !== null && anchor !== last ? anchor : to, to);
    return true;
  }

  function press(event) {
    if (["BUTTON", "SELECT", "SUMMARY"].includes(event.target.tagName) && event.key === " ") return false;
    const key = event.key.toLowerCase();
    if (waiting !== null) {
      const button = kinds.querySelectorAll("button")["abcdefghijklmnopqrstuvwxyz".indexOf(key)];
      if (key === "escape") { waiting = null; show(); say(""); return true; }
      if (key.length === 1 && button) { mark(waiting, button.dataset.category); return true; }
    }
    if (event.ctrlKey && key === "z") { undo(); return true; }
    if (move(event)) return true;
    if (/^[1-9]$/.test(key)) {
      const severity = severities[Number(key) - 1];
      if (severity) mark(severity);
      return Boolean(severity);
    }
    if (key === "0") { none.checked = !none.checked; none.dispatchEvent(new Event("change")); return true; }
    if (key === "m") { toggleBefore(); return true; }
    if (key === "u") { undo(); return true; }
    if (key === "delete" || key === "backspace") { removeHere(); return true; }
    if (key === "escape") { before = false; choose(null, null); return true; }
    return false;
  }

  show();
  return {
    press,
    isComplete() {
      if (waiting !== null) say("Choose the kind of error first, or Escape.");
      else if (!spans.length && !none.checked) say("Mark the errors, or say that nothing is wrong (0).");
      else return true;
      return false;
    },
  };
}
