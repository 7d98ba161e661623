const REFRESH_MS = 2000;

async function refreshPage() {
  const response = await fetch(location.href).catch(() => undefined);
  if (!response?.ok) return;
  const updated = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('#live');
  const live = document.querySelector('#live');
  if (updated && live && updated.textContent !== live.textContent) replaceTables(live, updated);
}

/** Restores the focus on the same button, or on the first table. */
function replaceTables(live, updated) {
  const { script } = document.activeElement?.dataset ?? {};
  const isInside = live.contains(document.activeElement);
  live.replaceWith(updated);
  if (!isInside) return;
  const sameButton = [...updated.querySelectorAll('[data-script]')].find((button) => button.dataset.script === script);
  (sameButton ?? updated.querySelector('[tabindex]')).focus();
}

async function sendScript(button) {
  const response = await fetch('/sandbox/control', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: button.dataset.script,
  });
  const { message } = await response.json();
  document.querySelector('#reply').textContent = message ?? `${button.textContent}: done.`;
  await refreshPage();
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-script]');
  if (button) sendScript(button);
});
setInterval(refreshPage, REFRESH_MS);
