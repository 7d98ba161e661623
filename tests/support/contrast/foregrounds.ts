import type { Foreground } from '../../../scripts/contrast/lowest-contrast.ts';

/** Leaves the background of all texts and icons. */
export const HIDE_FOREGROUNDS = `
  * { color: transparent !important; -webkit-text-fill-color: transparent !important; transition: none !important }
  ::placeholder { color: transparent !important }
  svg.icon, svg.star { visibility: hidden !important }
  .slide-buttons button::after { background: none !important }`;

/** Runs in the page: the visible texts and icons of the header and of the banner. */
export function readForegrounds(): Foreground[] {
  const roots = document.querySelectorAll(
    '.site-header, .banner .slide[data-shown], .banner-controls, .film-hero',
  );
  const colourOf = (css: string) => {
    const [red = 0, green = 0, blue = 0] = (css.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue] as [number, number, number];
  };
  const boxOf = ({ left, top, width, height }: DOMRect) => ({ left, top, width, height });
  const isVisible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.sr-only, .drawn-poster') &&
    element.getBoundingClientRect().width > 1;

  const textsIn = (root: Element): Foreground[] => {
    const found: Foreground[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement!;
      const what = node.textContent!.trim();
      if (!what || parent.closest('svg, template, script, style') || !isVisible(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const colour = colourOf(getComputedStyle(parent).color);
      for (const line of range.getClientRects())
        found.push({ kind: 'text', what, colour, box: boxOf(line) });
    }
    return found;
  };
  const iconsIn = (root: Element): Foreground[] =>
    [...root.querySelectorAll('svg.icon, svg.star')].filter(isVisible).map((icon) => {
      const { stroke, fill } = getComputedStyle(icon);
      const what = icon.closest('[aria-label]')?.getAttribute('aria-label') ?? 'icon';
      return {
        kind: 'icon',
        what,
        colour: colourOf(stroke === 'none' ? fill : stroke),
        box: boxOf(icon.getBoundingClientRect()),
      };
    });
  const slideButtonsIn = (root: Element): Foreground[] =>
    [...root.querySelectorAll('.slide-buttons button')].filter(isVisible).map((button) => ({
      kind: 'icon',
      what: button.getAttribute('aria-label') ?? '',
      colour: colourOf(getComputedStyle(button, '::after').backgroundColor),
      box: boxOf(button.getBoundingClientRect()),
    }));
  return [...roots].flatMap((root) => [
    ...textsIn(root),
    ...iconsIn(root),
    ...slideButtonsIn(root),
  ]);
}
