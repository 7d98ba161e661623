import { BANNER_INTERVAL_MS, BANNER_SPEED_MS } from '#domain/limits.ts';

/** Turns the banner of the home page: every 2 s, 600 ms (spec §2). It rests under the pointer, with the focus inside, out of sight, when paused, and starts only where motion is welcome. */
function turn(banner: HTMLElement) {
  const slides = [...banner.querySelectorAll<HTMLElement>('.slide')];
  const pips = [...banner.querySelectorAll<HTMLButtonElement>('.pips button')];
  const pause = banner.querySelector<HTMLButtonElement>('[data-banner-pause]');
  if (slides.length < 2 || !pause) return;
  const resting = new Set<string>();
  let shown = 0;
  let timer = 0;

  const show = (index: number) => {
    shown = index;
    slides.forEach((slide, each) => slide.toggleAttribute('data-shown', each === index));
    pips.forEach((pip, each) =>
      each === index ? pip.setAttribute('aria-current', 'true') : pip.removeAttribute('aria-current'),
    );
    hang(slides[(index + 1) % slides.length]);
  };
  const goTo = async (index: number) => {
    await hang(slides[index]);
    show(index);
  };
  const wind = () => {
    clearInterval(timer);
    if (resting.size === 0)
      timer = window.setInterval(() => void goTo((shown + 1) % slides.length), BANNER_INTERVAL_MS + BANNER_SPEED_MS);
  };
  const rest = (why: string, isResting: boolean) => {
    if (isResting) resting.add(why);
    else resting.delete(why);
    wind();
  };
  const pauseBy = (isPaused: boolean) => {
    banner.toggleAttribute('data-paused', isPaused);
    pause.setAttribute('aria-label', (isPaused ? pause.dataset.play : pause.dataset.pause) ?? '');
    rest('paused', isPaused);
  };

  pause.addEventListener('click', () => pauseBy(!banner.hasAttribute('data-paused')));
  pips.forEach((pip, index) => pip.addEventListener('click', () => void goTo(index)));
  banner.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && rest('pointer', true));
  banner.addEventListener('pointerleave', () => rest('pointer', false));
  banner.addEventListener('focusin', () => rest('focus', true));
  banner.addEventListener('focusout', () => rest('focus', false));
  document.addEventListener('visibilitychange', () => rest('hidden', document.hidden));
  new IntersectionObserver(([entry]) => rest('away', !entry?.isIntersecting)).observe(banner);
  swipes(banner, (by) => void goTo((shown + by + slides.length) % slides.length));
  pauseBy(matchMedia('(prefers-reduced-motion: reduce)').matches);
}

/** Puts a slide's picture in its place and waits until it can be drawn. A picture that fails leaves the gel. */
async function hang(slide: HTMLElement | undefined) {
  const template = slide?.querySelector('template');
  template?.replaceWith(template.content);
  const image = slide?.querySelector('img');
  if (image) image.loading = 'eager';
  await image?.decode().catch(() => undefined);
}

function swipes(banner: HTMLElement, go: (by: number) => void) {
  let from = 0;
  banner.addEventListener('touchstart', (event) => (from = event.touches[0]?.clientX ?? 0), { passive: true });
  banner.addEventListener(
    'touchend',
    (event) => {
      const moved = (event.changedTouches[0]?.clientX ?? from) - from;
      if (Math.abs(moved) > 40) go(moved < 0 ? 1 : -1);
    },
    { passive: true },
  );
}

const whenIdle = window.requestIdleCallback ?? ((start: () => void) => setTimeout(start, 200));
whenIdle(() => document.querySelectorAll<HTMLElement>('.banner').forEach(turn));
