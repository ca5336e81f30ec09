// Pages are read without this file. It adds keys, forms that send themselves, links to copy, and dropping files anywhere.

const $ = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

// Forms of choices: a change is enough.
for (const form of all("form[data-submit]")) {
  form.addEventListener("change", (event) => { if (event.target.matches("select")) form.requestSubmit(); });
  // Empty fields do not belong into the address.
  form.addEventListener("formdata", (event) => {
    for (const [name, value] of [...event.formData]) if (value === "") event.formData.delete(name);
  });
}

for (const button of all("[data-confirm]")) {
  button.addEventListener("click", (event) => { if (!confirm(button.dataset.confirm)) event.preventDefault(); });
}

for (const button of all("[data-copy-link]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href);
    const name = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = name; }, 1500);
  });
}

for (const button of all("[data-keys]")) {
  button.hidden = !matchMedia("(hover: hover) and (pointer: fine)").matches;
  button.addEventListener("click", () => $("#keys").showModal());
}

// Keys. Lists are walked with j and k, single segments and pages by their links.
const rows = all("#segments > li");
let here = -1;

function walk(step) {
  const next = Math.min(Math.max(here + step, 0), rows.length - 1);
  rows[here]?.classList.remove("here");
  here = next;
  rows[here].classList.add("here");
  rows[here].querySelector("a").focus({ preventScroll: true });
  rows[here].scrollIntoView({ block: "nearest" });
}

for (const [place, row] of rows.entries()) row.addEventListener("focusin", () => {
  rows[here]?.classList.remove("here");
  here = place;
  row.classList.add("here");
});

function follow(relation) {
  const link = $(`a[rel="${relation}"]`);
  if (link) link.click();
  return Boolean(link);
}

function chooseSystem(step) {
  const links = all("a.system");
  const now = links.findIndex((link) => link.hasAttribute("aria-current"));
  links[now + step]?.click();
}

const KEYS = {
  j: () => (rows.length ? walk(1) : follow("next")),
  k: () => (rows.length ? walk(-1) : follow("prev")),
  n: () => follow("next"),
  p: () => follow("prev"),
  ArrowRight: () => { if (!rows.length) follow("next"); },
  ArrowLeft: () => { if (!rows.length) follow("prev"); },
  "]": () => chooseSystem(1),
  "[": () => chooseSystem(-1),
  "/": (event) => {
    const field = $("input[type=search]");
    if (field) { event.preventDefault(); field.focus(); field.select(); }
  },
  "?": () => $("#keys").showModal(),
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  if (event.target.matches("input, select, textarea")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  // What scrolls sideways needs its arrows.
  if (event.key.startsWith("Arrow") && event.target.closest(".scroll")) return;
  const named = $(`a[data-key="${CSS.escape(event.key)}"]`);
  if (named) named.click();
  else KEYS[event.key]?.(event);
});

// Pages without a form for files say here what becomes of those that are dropped.
function addNote() {
  const note = document.createElement("p");
  note.id = "state";
  note.className = "note";
  note.setAttribute("role", "status");
  $("main").prepend(note);
  return note;
}

// Uploading: by the form, or by dropping files anywhere.
async function upload(files) {
  const form = $("#upload");
  const most = Number(form?.dataset.most ?? 0);
  const state = $("#state") ?? addNote();
  const size = [...files].reduce((sum, file) => sum + file.size, 0);
  if (most && size > most) {
    state.textContent = `These files are larger than ${Math.floor(most / 2 ** 20)} MiB together.`;
    return;
  }
  const body = new FormData();
  for (const file of files) body.append("files", file);
  const request = new XMLHttpRequest(); // fetch does not say how much was sent
  const bar = $("#sent");
  if (bar) bar.hidden = false;
  request.upload.addEventListener("progress", (event) => { if (bar && event.total) bar.value = event.loaded / event.total; });
  request.addEventListener("load", () => {
    if (request.status === 200) location.assign(JSON.parse(request.responseText).target);
    else state.textContent = new DOMParser().parseFromString(request.responseText, "text/html").querySelector("main")?.textContent.trim() ?? "The files were refused.";
  });
  request.addEventListener("error", () => { state.textContent = "The files could not be sent."; });
  state.textContent = "Sending …";
  request.open("POST", "/upload");
  request.setRequestHeader("accept", "application/json");
  request.send(body);
}

$("#upload")?.addEventListener("submit", (event) => {
  event.preventDefault();
  upload(event.target.elements.files.files);
});

const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
addEventListener("dragover", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  document.documentElement.classList.add("dragged");
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.documentElement.classList.remove("dragged"); });
addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  document.documentElement.classList.remove("dragged");
  upload(event.dataTransfer.files);
});
