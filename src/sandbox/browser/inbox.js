// Looks again every two seconds, and touches the page only when something has come.
const LOOK_EVERY_MS = 2000;

setInterval(async () => {
  const response = await fetch(location.href).catch(() => undefined);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
  const main = document.querySelector('main');
  if (fresh && main && fresh.textContent !== main.textContent) main.replaceWith(fresh);
}, LOOK_EVERY_MS);
