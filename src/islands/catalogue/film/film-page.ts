import { closeOnBack } from '#stores/lib/navigate.ts';

/** What a film's page does in the browser, for static pages and the shell alike: Read more, the popup player, and a word when nothing can be booked. */
document.addEventListener('click', (event) => {
  const target = event.target as Element;
  const toggle = target.closest<HTMLButtonElement>('.synopsis .toggle');
  if (toggle) return toggleSynopsis(toggle);
  const tile = target.closest<HTMLAnchorElement>('a[data-trailer]');
  if (!tile || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openTrailer(tile);
});

function toggleSynopsis(button: HTMLButtonElement) {
  const isOpen = button.closest('.synopsis')?.toggleAttribute('data-open') ?? false;
  button.setAttribute('aria-expanded', String(isOpen));
  button.textContent = (isOpen ? button.dataset.less : button.dataset.more) ?? '';
}

function openTrailer(tile: HTMLAnchorElement) {
  const dialog = document.querySelector<HTMLDialogElement>('#trailer');
  const video = dialog?.querySelector('video');
  const title = dialog?.querySelector('b');
  if (!dialog || !video || !title) return;
  title.textContent = tile.dataset.trailer ?? '';
  dialog.setAttribute('aria-label', title.textContent);
  video.src = tile.href;
  const leaveEntry = closeOnBack(() => dialog.close());
  const stop = () => {
    leaveEntry();
    video.removeAttribute('src');
    video.load();
  };
  dialog.addEventListener('close', stop, { once: true });
  dialog.showModal();
  // Chosen: a person asked for it by a click, so it may play with sound; a browser that refuses leaves the controls.
  video.play().catch(() => undefined);
}

/** The page needs no API to be read; whether one could book is asked when somebody is about to. */
async function lookForTheCounter() {
  const { isCounterOpen } = await import('#stores/counter.ts');
  const isOpen = await isCounterOpen();
  document.querySelectorAll<HTMLElement>('.away').forEach((each) => (each.hidden = isOpen));
}
const onIntent = (event: Event) =>
  (event.target as Element).closest?.('.tear a, .rev .more') && void lookForTheCounter();
for (const sign of ['pointerover', 'focusin', 'touchstart'])
  document.addEventListener(sign, onIntent, { passive: true });
for (const change of ['online', 'offline']) addEventListener(change, () => void lookForTheCounter());
if (!navigator.onLine) void lookForTheCounter();
