import Swiper from 'swiper';
import { Autoplay } from 'swiper/modules';
import {
  BANNER_INTERVAL_MS,
  BANNER_LETTER_MS,
  BANNER_SLOWDOWN,
  BANNER_FADE_MS,
} from '#domain/limits/catalogue.ts';

/**
 * Rotates the home banner with a 600 ms fade (spec §2). Swiper provides timing and swipes; CSS
 * fades the slides. Chosen: a slide stays for 2 s (spec §2) and as long as its text takes to read,
 * and twice as long after the first round. The banner pauses while it is pointed at, focused,
 * touched or out of view, by the button, and with reduced motion.
 */
export function rotateBanner(banner: HTMLElement) {
  const slides = [...banner.querySelectorAll<HTMLElement>('.slide')];
  const slideButtons = [...banner.querySelectorAll<HTMLButtonElement>('.slide-buttons button')];
  const pauseButton = banner.querySelector<HTMLButtonElement>('[data-banner-pause]');
  if (slides.length < 2 || !pauseButton) return;
  const pauseReasons = new Set<string>();
  setReadingTimes(slides);

  const swiper = new Swiper(banner, {
    modules: [Autoplay],
    wrapperClass: 'slides',
    slideClass: 'slide',
    virtualTranslate: true,
    rewind: true,
    speed: BANNER_FADE_MS,
    autoplay: { enabled: false, delay: BANNER_INTERVAL_MS, disableOnInteraction: false },
    on: {
      slideChange: ({ activeIndex, previousIndex, wrapperEl }) => {
        if (activeIndex === 0 && previousIndex === slides.length - 1)
          setReadingTimes(slides, BANNER_SLOWDOWN);
        showSlide(activeIndex);
        // Swiper waits for a transition, which does not happen here.
        setTimeout(() => wrapperEl.dispatchEvent(new Event('transitionend')), BANNER_FADE_MS);
      },
    },
  });

  function showSlide(index: number) {
    slides.forEach((slide, slideIndex) =>
      slide.toggleAttribute('data-shown', slideIndex === index),
    );
    slideButtons.forEach((button, slideIndex) =>
      slideIndex === index
        ? button.setAttribute('aria-current', 'true')
        : button.removeAttribute('aria-current'),
    );
    void loadSlidePicture(slides[(index + 1) % slides.length]);
  }
  const goToSlide = async (index: number) => {
    await loadSlidePicture(slides[index]);
    swiper.slideTo(index);
  };
  const setPaused = (reason: string, isPaused: boolean) => {
    if (isPaused) pauseReasons.add(reason);
    else pauseReasons.delete(reason);
    if (pauseReasons.size === 0) swiper.autoplay.start();
    else swiper.autoplay.stop();
  };
  const setPausedByViewer = (isPaused: boolean) => {
    banner.toggleAttribute('data-paused', isPaused);
    pauseButton.setAttribute(
      'aria-label',
      (isPaused ? pauseButton.dataset['play'] : pauseButton.dataset['pause']) ?? '',
    );
    setPaused('viewer', isPaused);
  };

  pauseButton.addEventListener('click', () =>
    setPausedByViewer(!banner.hasAttribute('data-paused')),
  );
  slideButtons.forEach((button, index) =>
    button.addEventListener('click', () => void goToSlide(index)),
  );
  banner.addEventListener(
    'pointerenter',
    (event) => event.pointerType === 'mouse' && setPaused('pointer', true),
  );
  banner.addEventListener('pointerleave', () => setPaused('pointer', false));
  banner.addEventListener('focusin', () => setPaused('focus', true));
  banner.addEventListener('focusout', () => setPaused('focus', false));
  banner.addEventListener('touchstart', () => setPaused('touch', true), { passive: true });
  for (const eventName of ['touchend', 'touchcancel'])
    banner.addEventListener(eventName, () => setPaused('touch', false), { passive: true });
  document.addEventListener('visibilitychange', () => setPaused('hidden', document.hidden));
  new IntersectionObserver(([entry]) => setPaused('outOfView', !entry?.isIntersecting)).observe(
    banner,
  );
  setPausedByViewer(matchMedia('(prefers-reduced-motion: reduce)').matches);
  void loadSlidePicture(slides[1]);
}

/** Swiper reads the milliseconds of a slide from this attribute. */
function setReadingTimes(slides: HTMLElement[], factor = 1) {
  for (const slide of slides) {
    const letters = slide.textContent?.trim().length ?? 0;
    slide.dataset['swiperAutoplay'] = String(
      (BANNER_INTERVAL_MS + letters * BANNER_LETTER_MS) * factor,
    );
  }
}

/** Waits until the picture is decoded. If it fails, the background colour remains. */
async function loadSlidePicture(slide: HTMLElement | undefined) {
  const template = slide?.querySelector('template');
  template?.replaceWith(template.content);
  const image = slide?.querySelector('img');
  if (image) image.loading = 'eager';
  await image?.decode().catch(() => undefined);
}
