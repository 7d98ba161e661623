const LOOK_EVERY_MS = 2000;

async function refresh() {
  const response = await fetch(location.href).catch(() => undefined);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('#live');
  const live = document.querySelector('#live');
  if (fresh && live && fresh.textContent !== live.textContent) replace(live, fresh);
}

/** Whoever stands on a button stays there, or at the place where it was. */
function replace(live, fresh) {
  const { script } = document.activeElement?.dataset ?? {};
  const isInside = live.contains(document.activeElement);
  live.replaceWith(fresh);
  if (!isInside) return;
  const same = [...fresh.querySelectorAll('[data-script]')].find((button) => button.dataset.script === script);
  (same ?? fresh.querySelector('[tabindex]')).focus();
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
setInterval(refresh, LOOK_EVERY_MS);
