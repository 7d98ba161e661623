import Swiper from 'swiper';
import { Autoplay } from 'swiper/modules';
import { BANNER_INTERVAL_MS, BANNER_SPEED_MS } from '#domain/limits.ts';

/**
 * Turns the banner of the home page: every 2 s, 600 ms (spec §2). It rests under the pointer, with the focus inside, out of
 * sight and when paused, and starts only where motion is welcome. Swiper counts, times and swipes; the slides lie on one
 * another and CSS fades the active one in.
 */
export function turnBanner(banner: HTMLElement) {
  const slides = [...banner.querySelectorAll<HTMLElement>('.slide')];
  const pips = [...banner.querySelectorAll<HTMLButtonElement>('.pips button')];
  const pause = banner.querySelector<HTMLButtonElement>('[data-banner-pause]');
  if (slides.length < 2 || !pause) return;
  const resting = new Set<string>();

  const swiper = new Swiper(banner, {
    modules: [Autoplay],
    wrapperClass: 'slides',
    slideClass: 'slide',
    virtualTranslate: true,
    rewind: true,
    speed: BANNER_SPEED_MS,
    autoplay: { enabled: false, delay: BANNER_INTERVAL_MS, disableOnInteraction: false },
    on: {
      slideChange: ({ activeIndex, wrapperEl }) => {
        show(activeIndex);
        // Nothing moves that could tell Swiper when the slide has come; its clock waits for that word.
        setTimeout(() => wrapperEl.dispatchEvent(new Event('transitionend')), BANNER_SPEED_MS);
      },
    },
  });

  function show(index: number) {
    slides.forEach((slide, each) => slide.toggleAttribute('data-shown', each === index));
    pips.forEach((pip, each) =>
      each === index ? pip.setAttribute('aria-current', 'true') : pip.removeAttribute('aria-current'),
    );
    void hang(slides[(index + 1) % slides.length]);
  }
  const goTo = async (index: number) => {
    await hang(slides[index]);
    swiper.slideTo(index);
  };
  const rest = (why: string, isResting: boolean) => {
    if (isResting) resting.add(why);
    else resting.delete(why);
    if (resting.size === 0) swiper.autoplay.start();
    else swiper.autoplay.stop();
  };
  const pauseBy = (isPaused: boolean) => {
    banner.toggleAttribute('data-paused', isPaused);
    pause.setAttribute('aria-label', (isPaused ? pause.dataset['play'] : pause.dataset['pause']) ?? '');
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
  pauseBy(matchMedia('(prefers-reduced-motion: reduce)').matches);
  void hang(slides[1]);
}

/** Puts a slide's picture in its place and waits until it can be drawn. A picture that fails leaves the gel. */
async function hang(slide: HTMLElement | undefined) {
  const template = slide?.querySelector('template');
  template?.replaceWith(template.content);
  const image = slide?.querySelector('img');
  if (image) image.loading = 'eager';
  await image?.decode().catch(() => undefined);
}
