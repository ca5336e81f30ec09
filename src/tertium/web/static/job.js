// Shows how far a job is, and goes on to its result.

const job = document.getElementById("job");
const stage = document.getElementById("stage");
const state = document.getElementById("of");
const bar = document.getElementById("done");

async function look() {
  try {
    const response = await fetch(`/jobs/${job.dataset.job}`, { headers: { accept: "application/json" } });
    const found = await response.json();
    if (["done", "failed", "cancelled"].includes(found.state)) {
      location.replace(`/jobs/${job.dataset.job}`);
      return;
    }
    state.textContent = found.state;
    state.className = `state ${found.state}`;
    stage.textContent = found.stage;
    if (found.total) {
      bar.max = found.total;
      bar.value = found.done;
    }
  } catch {
    stage.textContent = "The server does not answer. Trying again …";
  }
  setTimeout(look, 500);
}

setTimeout(look, 300);
