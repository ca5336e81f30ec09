// The page works without this file, except for marking errors. It adds keys, active time, and an outbox.

import { startMarking } from "./marking.js";
import { forget, keep, listKept, send } from "./outbox.js";

const form = document.getElementById("answer");
const state = document.getElementById("state");
const problem = document.getElementById("problem");
const { shape, tag } = form.dataset;
const say = (text) => { state.textContent = text; };

// Active time: only while the page is visible, and not after a minute without any sign of life.
const IDLE = 60_000;
let active = 0;
let last = performance.now();
const live = () => {
  const now = performance.now();
  if (!document.hidden) active += Math.min(now - last, IDLE);
  last = now;
};
for (const kind of ["pointermove", "keydown", "scroll", "pointerdown"]) addEventListener(kind, live, { passive: true });
document.addEventListener("visibilitychange", () => {
  const now = performance.now();
  if (document.hidden) active += Math.min(now - last, IDLE);
  last = now;
});

const marking = shape === "spans" ? startMarking(form, say) : null;

// Sends an answer; goes on when it is stored, and says so if it is refused.
async function store(attempt, entry, isKept = true) {
  const { status, reply } = await send(entry, isKept, say);
  // An expired link is renewed, and the answer is sent then; whatever else is refused will be refused again.
  if (status !== 403) forget(tag, attempt);
  if (status < 400) return reply.next;
  say("");
  problem.replaceChildren(`${reply.error}. ${reply.remedy ? `${reply.remedy}. ` : ""}`);
  if (status !== 403) {
    const link = document.createElement("a");
    link.href = "/judge";
    link.textContent = "Go on";
    problem.append(link);
  }
  return null;
}

let busy = false;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (busy || (marking && !marking.isComplete())) return;
  busy = true;
  live();
  form.elements.active_ms.value = Math.round(active);
  problem.replaceChildren();
  say("Storing …");
  const attempt = form.elements.attempt.value;
  const entry = { action: form.getAttribute("action"), body: new URLSearchParams(new FormData(form)).toString() };
  const next = await store(attempt, entry, keep(tag, attempt, entry));
  if (next !== null) location.assign(next);
  busy = false;
});
form.addEventListener("invalid", () => say("Choose an answer first."), true);

// What was not acknowledged when a tab was closed is sent first.
const left = listKept(tag);
if (left.length) {
  busy = true;
  say("Storing the last answer …");
  for (const [attempt, entry] of left) await store(attempt, entry);
  busy = false;
  if (!problem.textContent) location.replace("/judge");
}

// A score is chosen, never assumed: the slider stands nowhere until it is moved.
const slider = document.getElementById("slider");
const score = form.querySelector("input[type=number]");
function choose(value) {
  score.value = Math.min(Math.max(value, Number(score.min)), Number(score.max));
  slider.value = score.value;
  slider.parentElement.classList.remove("unset");
  say("");
}
if (slider) {
  slider.parentElement.hidden = false;
  if (score.value === "") slider.parentElement.classList.add("unset");
  else slider.value = score.value;
  slider.addEventListener("input", () => choose(Number(slider.value)));
  // A click in the middle, where it stands already, is a choice too.
  slider.addEventListener("pointerup", () => choose(Number(slider.value)));
  score.addEventListener("input", () => { if (score.value !== "" && score.validity.valid) choose(Number(score.value)); });
}

// Rankings: one translation at a time is current.
const ranked = [...form.querySelectorAll(".ranked")];
let current = 0;
function goTo(number) {
  current = Math.min(Math.max(number, 0), ranked.length - 1);
  ranked.forEach((each, at) => each.classList.toggle("current", at === current));
  const radios = ranked[current].querySelectorAll("input");
  (ranked[current].querySelector(":checked") ?? radios[0]).focus();
}
function rank(value) {
  const choice = ranked[current].querySelector(`input[value="${value}"]`);
  if (!choice) return;
  choice.checked = true;
  const open = ranked.findIndex((each) => !each.querySelector(":checked"));
  goTo(open === -1 ? current : open);
  say(open === -1 ? "All are ranked." : "");
}
ranked.forEach((each, at) => each.addEventListener("focusin", () => {
  current = at;
  ranked.forEach((other) => other.classList.toggle("current", other === each));
}));
ranked[0]?.classList.add("current");

const KEYS = {
  scale(event) {
    if (!/^[1-9]$/.test(event.key)) return false;
    const choice = form.querySelector(`input[name=value][value="${event.key}"]`);
    if (choice) { choice.checked = true; choice.focus(); say(""); }
    return Boolean(choice);
  },
  slider(event) {
    if (event.target === score && (score.value !== "" || !event.key.startsWith("Arrow"))) return false;
    if (/^[0-9]$/.test(event.key)) {
      // The digit itself is typed by the browser.
      score.value = "";
      score.focus();
      return false;
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.target === slider) return false;
    choose(score.value === "" ? 50 : Number(score.value) + step * (event.shiftKey ? 10 : 1));
    return true;
  },
  ranking(event) {
    if (/^[1-9]$/.test(event.key)) rank(event.key);
    else if (event.key === "ArrowDown") goTo(current + 1);
    else if (event.key === "ArrowUp") goTo(current - 1);
    else return false;
    return true;
  },
  spans: (event) => marking.press(event),
};

addEventListener("keydown", (event) => {
  if (event.altKey && event.code === "KeyB") {
    document.getElementById("back")?.click();
    return;
  }
  if (event.altKey || event.metaKey || (event.ctrlKey && event.key.toLowerCase() !== "z")) return;
  const own = ["BUTTON", "A", "SUMMARY"].includes(event.target.tagName);
  if (event.key === "Enter" && !own) {
    event.preventDefault();
    form.requestSubmit();
  } else if (KEYS[shape](event)) event.preventDefault();
});
