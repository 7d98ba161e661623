import { closeOnBack } from '#stores/lib/navigate.ts';
import { loadPlayer } from '../../playback/load-player.ts';

/**
 * For the public film page and the details page: Read more. On the public page also the trailer
 * popup, and a note if the API is down.
 */
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
  const title = dialog?.querySelector('.film-name');
  const host = dialog?.querySelector<HTMLElement>('.player-frame > :first-child');
  if (!dialog || !title || !host) return;
  title.textContent = trailerLink.dataset.trailer ?? '';
  dialog.setAttribute('aria-label', title.textContent);
  const removeHistoryEntry = closeOnBack(() => dialog.close());
  const trailerCleanup = playTrailer(host, trailerLink.href);
  const close = () => {
    removeHistoryEntry();
    void trailerCleanup.then((cleanUp) => cleanUp());
  };
  dialog.addEventListener('close', close, { once: true });
  dialog.showModal();
  // Takes the focus from Close, which Space would press.
  dialog.querySelector<HTMLElement>('.player-frame')?.focus();
}

/**
 * Returns a cleanup function. Without the player's code, the browser's own controls play the
 * trailer.
 */
async function playTrailer(host: HTMLElement, url: string): Promise<() => void> {
  const playNatively = () =>
    host.replaceChildren(
      Object.assign(document.createElement('video'), {
        src: url,
        controls: true,
        autoplay: true,
        playsInline: true,
      }),
    );
  const code = await loadPlayer().catch(() => null);
  if (code) return code.openTrailer(host, url, playNatively).destroy;
  playNatively();
  return () => host.replaceChildren();
}

/** Checks the API only when the viewer is about to book. */
async function showApiAvailability() {
  const { isApiReachable } = await import('#stores/api-status.ts');
  const isReachable = await isApiReachable();
  document
    .querySelectorAll<HTMLElement>('.api-down')
    .forEach((each) => (each.hidden = isReachable));
}
const onIntent = (event: Event) =>
  (event.target as Element).closest?.('.book-now a, .film-reviews .action-link') &&
  void showApiAvailability();
for (const eventName of ['pointerover', 'focusin', 'touchstart'])
  document.addEventListener(eventName, onIntent, { passive: true });
for (const eventName of ['online', 'offline'])
  addEventListener(eventName, () => void showApiAvailability());
if (!navigator.onLine) void showApiAvailability();
