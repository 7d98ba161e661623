import { rotateBanner } from './rotate-banner.ts';

/** Optional work of the home page after load. */
const whenIdle = window.requestIdleCallback ?? ((start: () => void) => setTimeout(start, 200));

/**
 * home.css skips layout of distant sections. Rendering them one by one corrects the scroll bar
 * without long tasks.
 */
function renderSections([section, ...remaining]: HTMLElement[]) {
  // Swiper measures the page, so it starts when no layout is pending.
  if (!section) return document.querySelectorAll<HTMLElement>('.banner').forEach(rotateBanner);
  section.style.contentVisibility = 'visible';
  whenIdle(() => renderSections(remaining));
}

export const startHomePage = () =>
  whenIdle(() =>
    renderSections([
      ...document.querySelectorAll<HTMLElement>('main > .page-section, .site-footer'),
    ]),
  );
