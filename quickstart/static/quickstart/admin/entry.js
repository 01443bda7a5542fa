// Asks the site, while one types, what the entry would look like and which of the six points it meets.

const PAUSE = 400; // milliseconds without a key

const panel = document.querySelector("[data-judged]");
const form = panel?.closest("form");

if (form) {
  let timer, asked;

  const ask = async () => {
    asked?.abort();
    asked = new AbortController();
    try {
      const body = new FormData(form);
      const answer = await fetch(panel.dataset.judged, { method: "POST", body, signal: asked.signal });
      if (answer.ok) panel.innerHTML = await answer.text();
    } catch (error) {
      if (error.name !== "AbortError") panel.dataset.failed = error.message;
    }
  };

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  };

  form.addEventListener("input", later);
  form.addEventListener("change", later);
}
