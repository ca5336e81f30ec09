// Answers that the server has not acknowledged yet. Each is kept in the browser under its own name and its annotator's tag,
// and is sent again until the server says that it is stored. The server stores an answer of one name once.

const PREFIX = "tertium-outbox";
// It took too long to arrive, or there were too many requests: the same answer may be taken later.
const PASSING = [408, 429];
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const nameOf = (tag, attempt) => `${PREFIX}/${tag}/${attempt}`;

// The storage of the browser; none if it is blocked.
function openStorage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
const storage = openStorage();

// Returns whether the answer is kept: there may be no storage, or no room in it.
export function keep(tag, attempt, entry) {
  try {
    storage.setItem(nameOf(tag, attempt), JSON.stringify({ ...entry, kept: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function forget(tag, attempt) {
  storage?.removeItem(nameOf(tag, attempt));
}

// What closed tabs left behind, of this annotator only, in the order in which it was answered.
export function listKept(tag) {
  const start = `${PREFIX}/${tag}/`;
  return Object.keys(storage ?? {})
    .filter((name) => name.startsWith(start))
    .map((name) => [name.slice(start.length), JSON.parse(storage.getItem(name))])
    .sort(([, one], [, other]) => one.kept - other.kept);
}

// What refuses a request before the page sees it answers in plain text.
async function readReply(response) {
  if (response.headers.get("content-type")?.startsWith("application/json")) return response.json();
  const text = (await response.text()).trim().replace(/\.$/, "");
  return { error: text || `The server refused the answer (${response.status})`, remedy: "" };
}

// Sends an answer until there is a reply that is final: stored, or refused.
export async function send(entry, isKept, say) {
  for (let tries = 0; ; tries += 1) {
    try {
      const response = await fetch(entry.action, {
        method: "POST",
        headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
        body: entry.body,
      });
      const isFinal = response.status < 500 && !PASSING.includes(response.status);
      if (isFinal) return { status: response.status, reply: await readReply(response) };
    } catch {
      // The server cannot be reached, or went away while it answered: try again.
    }
    say(isKept
      ? "The server does not answer. Your answer is kept here and is sent again …"
      : "The server does not answer. Your answer is sent again, but this browser cannot keep it: leave this page open …");
    await wait(Math.min(500 * 2 ** tries, 10_000));
  }
}
