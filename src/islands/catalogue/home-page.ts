/** What home does once it has loaded and has nothing better to do: everything is read and booked without it. */
const whenIdle = window.requestIdleCallback ?? ((start: () => void) => setTimeout(start, 200));

async function turnBanners() {
  const { turnBanner } = await import('./banner.ts');
  document.querySelectorAll<HTMLElement>('.banner').forEach(turnBanner);
}

/** home.css leaves out what is far below; laid out one by one, they give the scroll bar its true length and keep no press waiting. */
function layOut([next, ...rest]: HTMLElement[]) {
  if (!next) return;
  next.style.contentVisibility = 'visible';
  whenIdle(() => layOut(rest));
}

export function startHome() {
  whenIdle(turnBanners);
  whenIdle(() => layOut([...document.querySelectorAll<HTMLElement>('main > .sec, .foot')]));
}
