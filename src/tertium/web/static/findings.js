// Deciding by keys. Each key presses a button that is there anyway; the page works without this file.

const items = [...document.querySelectorAll(".mtness li[data-state]")];
const keys = document.querySelector(".keys");
if (keys && items.length) keys.hidden = false;

const current = () => items.indexOf(document.activeElement?.closest?.(".mtness li[data-state]"));

// The words stand above what is decided about them: the whole segment, if the window has room for it.
function show(item, block) {
  const segment = item.closest("article");
  (segment.offsetHeight < 0.8 * innerHeight ? segment : item).scrollIntoView({ block });
}

function go(place) {
  const item = items[Math.max(0, Math.min(place, items.length - 1))];
  if (!item) return;
  item.focus({ preventScroll: true });
  show(item, "nearest");
}

// After a decision the address names the next finding.
const named = location.hash.startsWith("#f-") ? items.findIndex((item) => `#${item.id}` === decodeURIComponent(location.hash)) : -1;
if (named >= 0) {
  items[named].focus({ preventScroll: true });
  // The browser goes there by itself too, after this script.
  addEventListener("load", () => requestAnimationFrame(() => show(items[named], "center")));
}

function press(item, key) {
  const button = item?.querySelector(`[data-key="${key}"]`);
  if (!button) return false;
  button.click();
  return true;
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const typing = event.target.closest?.("input, select, textarea, dialog");
  if (typing) {
    if (event.key === "Escape") go(current());
    return;
  }
  const place = current();
  const first = items.findIndex((item) => item.dataset.state === "open");
  const item = items[place < 0 ? first : place];
  if (event.key === "j") go(place < 0 ? first : place + 1);
  else if (event.key === "k") go(place < 0 ? first : place - 1);
  else if (event.key === "e" && item) {
    const details = item.querySelector("details");
    if (!details) return;
    details.open = true;
    const field = details.querySelector("input[type=text]");
    field.focus();
    field.select();
  } else if (event.key === "u") {
    if (!press(items[place], "u")) document.querySelector("[data-last]")?.click();
  } else if (["a", "d", "p"].includes(event.key)) press(item, event.key);
  else return;
  event.preventDefault();
});

// A second click on the way would only be answered by what the first one stored.
addEventListener("submit", (event) => {
  const form = event.target;
  setTimeout(() => { for (const button of form.querySelectorAll("button")) button.disabled = true; });
});
addEventListener("pageshow", () => { for (const button of document.querySelectorAll("form button")) button.disabled = false; });
