// The slider comes when the page has nothing better to do: its first slide is read and booked without it.
const whenIdle = window.requestIdleCallback ?? ((start: () => void) => setTimeout(start, 200));

function start() {
  whenIdle(async () => {
    const { turnBanner } = await import('./banner.ts');
    document.querySelectorAll<HTMLElement>('.banner').forEach(turnBanner);
  });
}

if (document.readyState === 'complete') start();
else window.addEventListener('load', start, { once: true });
