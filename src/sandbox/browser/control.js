const REFRESH_MS = 2000;

async function refresh() {
  const response = await fetch(location.href).catch(() => undefined);
  if (!response?.ok) return;
  const updated = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('#live');
  const live = document.querySelector('#live');
  if (updated && live && updated.textContent !== live.textContent) replace(live, updated);
}

/** Restores the focus on the same button, or on the first table. */
function replace(live, updated) {
  const { script } = document.activeElement?.dataset ?? {};
  const isInside = live.contains(document.activeElement);
  live.replaceWith(updated);
  if (!isInside) return;
  const same = [...updated.querySelectorAll('[data-script]')].find((button) => button.dataset.script === script);
  (same ?? updated.querySelector('[tabindex]')).focus();
}

async function run(button) {
  const response = await fetch('/sandbox/control', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: button.dataset.script,
  });
  const { message } = await response.json();
  document.querySelector('#reply').textContent = message ?? `${button.textContent}: done.`;
  await refresh();
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-script]');
  if (button) run(button);
});
setInterval(refresh, REFRESH_MS);
