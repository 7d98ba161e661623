const REFRESH_MS = 2000;

async function refreshPage() {
  const response = await fetch(location.href).catch(() => undefined);
  if (!response?.ok) return;
  const updated = new DOMParser()
    .parseFromString(await response.text(), 'text/html')
    .querySelector('#live');
  const live = document.querySelector('#live');
  if (updated && live && updated.textContent !== live.textContent) replaceTables(live, updated);
}

/** Restores the focus on the same button, or on the first table. */
function replaceTables(live, updated) {
  const { command } = document.activeElement?.dataset ?? {};
  const isInside = live.contains(document.activeElement);
  live.replaceWith(updated);
  if (!isInside) return;
  const sameButton = [...updated.querySelectorAll('[data-command]')].find(
    ({ dataset }) => dataset.command === command,
  );
  (sameButton ?? updated.querySelector('[tabindex]')).focus();
}

async function sendCommand(button) {
  const response = await fetch('/sandbox/control', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: button.dataset.command,
  });
  const { message } = await response.json();
  document.querySelector('#reply').textContent = message ?? `${button.textContent}: done.`;
  await refreshPage();
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-command]');
  if (button) sendCommand(button);
});
setInterval(refreshPage, REFRESH_MS);
