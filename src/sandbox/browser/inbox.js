const REFRESH_MS = 2000;

setInterval(async () => {
  const response = await fetch(location.href).catch(() => undefined);
  if (!response?.ok) return;
  const updated = new DOMParser()
    .parseFromString(await response.text(), 'text/html')
    .querySelector('main');
  const main = document.querySelector('main');
  if (updated && main && updated.textContent !== main.textContent) main.replaceWith(updated);
}, REFRESH_MS);
