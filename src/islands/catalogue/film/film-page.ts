import { closeOnBack } from '#stores/lib/navigate.ts';

/** Scripts of the public film page: Read more, the trailer popup, and a note while the API is unreachable. */
document.addEventListener('click', (event) => {
  const target = event.target as Element;
  const toggle = target.closest<HTMLButtonElement>('.synopsis .toggle');
  if (toggle) return toggleSynopsis(toggle);
  const trailerLink = target.closest<HTMLAnchorElement>('a[data-trailer]');
  if (!trailerLink || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openTrailer(trailerLink);
});

function toggleSynopsis(button: HTMLButtonElement) {
  const isOpen = button.closest('.synopsis')?.toggleAttribute('data-open') ?? false;
  button.setAttribute('aria-expanded', String(isOpen));
  button.textContent = (isOpen ? button.dataset.less : button.dataset.more) ?? '';
}

function openTrailer(trailerLink: HTMLAnchorElement) {
  const dialog = document.querySelector<HTMLDialogElement>('#trailer');
  const video = dialog?.querySelector('video');
  const title = dialog?.querySelector('b');
  if (!dialog || !video || !title) return;
  title.textContent = trailerLink.dataset.trailer ?? '';
  dialog.setAttribute('aria-label', title.textContent);
  video.src = trailerLink.href;
  const removeHistoryEntry = closeOnBack(() => dialog.close());
  const stop = () => {
    removeHistoryEntry();
    video.removeAttribute('src');
    video.load();
  };
  dialog.addEventListener('close', stop, { once: true });
  dialog.showModal();
  // Chosen: the viewer clicked, so sound is allowed; if the browser refuses, the controls remain.
  video.play().catch(() => undefined);
}

/** Checks the API only when the viewer is about to book. */
async function showApiAvailability() {
  const { isApiReachable } = await import('#stores/api-status.ts');
  const isReachable = await isApiReachable();
  document.querySelectorAll<HTMLElement>('.api-down').forEach((each) => (each.hidden = isReachable));
}
const onIntent = (event: Event) =>
  (event.target as Element).closest?.('.book-now a, .film-reviews .action-link') && void showApiAvailability();
for (const eventName of ['pointerover', 'focusin', 'touchstart'])
  document.addEventListener(eventName, onIntent, { passive: true });
for (const eventName of ['online', 'offline']) addEventListener(eventName, () => void showApiAvailability());
if (!navigator.onLine) void showApiAvailability();
