import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** Chromium draws them when they come near, and then they change their height. */
export const drawDistantSections = (page: Page) =>
  page.evaluate(() => {
    for (const section of document.querySelectorAll<HTMLElement>('.page-section, .site-footer'))
      section.style.setProperty('content-visibility', 'visible');
  });

/** The element that overflows the right edge the most, if any. */
export const overflowingElement = (page: Page) =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return null;
    const rightEdges = [...document.body.querySelectorAll('*')].map(
      (element) => [element.getBoundingClientRect().right, element] as const,
    );
    const [right, element] = rightEdges.toSorted(([a], [b]) => b - a)[0]!;
    return `${element.outerHTML.slice(0, 120)} reaches ${Math.round(right)}`;
  });

/** Parts that only screen readers read, drawings, and parts that lie on others on purpose. */
const NOT_READ = '.skip-link, [aria-hidden=true], [role=img], svg, noscript, script, style, option';

/**
 * Texts that an element cuts off. Without those that are cut on purpose, with an ellipsis or after some lines.
 */
export const clippedTexts = (page: Page) =>
  page.evaluate((notRead) => {
    const TOLERANCE_PX = 2;
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!;
      if (!node.textContent?.trim() || parent.closest(notRead)) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(
        ({ width, height }) => width > 0 && height > 0,
      );
      // The letters of a tight line may reach out of its box.
      const slack = TOLERANCE_PX + parseFloat(getComputedStyle(parent).fontSize) / 4;
      let [scrollsX, scrollsY] = [false, false];
      for (
        let box: Element | null = parent;
        box && box !== document.body;
        box = box.parentElement
      ) {
        const style = getComputedStyle(box);
        const frame = box.getBoundingClientRect();
        const isForScreenReaders =
          frame.width <= 1 || frame.height <= 1 || style.clipPath !== 'none';
        if (
          isForScreenReaders ||
          style.webkitLineClamp !== 'none' ||
          style.textOverflow === 'ellipsis'
        )
          break;
        const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        const isClippedX =
          clips(style.overflowX) &&
          !scrollsX &&
          lines.some(
            ({ left, right }) =>
              left < frame.left - TOLERANCE_PX || right > frame.right + TOLERANCE_PX,
          );
        const isClippedY =
          clips(style.overflowY) &&
          !scrollsY &&
          lines.some(({ top, bottom }) => top < frame.top - slack || bottom > frame.bottom + slack);
        if (isClippedX || isClippedY) {
          found.add(`“${node.textContent.trim().slice(0, 40)}” in ${box.outerHTML.slice(0, 100)}`);
          break;
        }
        scrollsX ||= /auto|scroll/.test(style.overflowX);
        scrollsY ||= /auto|scroll/.test(style.overflowY);
        if (style.position === 'fixed') break;
      }
    }
    return [...found];
  }, NOT_READ);

/** Texts and controls that lie on each other, apart from layers such as bars, menus and the player, and buttons in a field. */
export const overlaps = (page: Page) =>
  page.evaluate((notRead) => {
    const TOLERANCE_PX = 4;
    const LAYERS = '.popup, .search-box:focus-within, .leaflet-container, .player-frame';
    const scope =
      [...document.querySelectorAll('dialog[open], [popover=auto]:popover-open')].at(-1) ??
      document.body;
    const ancestorsOf = (element: Element | null): Element[] =>
      element && element !== scope ? [element, ...ancestorsOf(element.parentElement)] : [];
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(notRead) &&
      !ancestorsOf(element).some((each) => {
        const { position, clipPath } = getComputedStyle(each);
        return /fixed|sticky/.test(position) || clipPath === 'inset(50%)' || each.matches(LAYERS);
      });
    /** The part of a box that its scrolling and clipping ancestors show. */
    const seenPart = (element: Element, box: DOMRect) => {
      let { left, top, right, bottom } = box;
      for (const each of ancestorsOf(element)) {
        if (getComputedStyle(each).overflow === 'visible') continue;
        const frame = each.getBoundingClientRect();
        [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      return { left, top, right, bottom };
    };
    const items: { element: Element; name: string; box: ReturnType<typeof seenPart> }[] = [];
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      const name = `“${node.textContent?.trim().slice(0, 40)}”`;
      if (!node.textContent?.trim() || !isSeen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // A line is higher than its letters.
      const trim = parseFloat(getComputedStyle(element).fontSize) / 4;
      for (const { left, top, width, height } of range.getClientRects()) {
        const letters = new DOMRect(left, top + trim, width, Math.max(0, height - 2 * trim));
        items.push({ element, name, box: seenPart(element, letters) });
      }
    }
    for (const element of scope.querySelectorAll(
      'a[href], button, input:not([type=file]), select, textarea, summary',
    ))
      if (isSeen(element))
        for (const box of element.getClientRects())
          items.push({
            element,
            name: element.outerHTML.slice(0, 90),
            box: seenPart(element, box),
          });
    const isInField = (field: Element, element: Element) =>
      field.matches('input') &&
      ancestorsOf(element).some(
        (each) =>
          each.parentElement === field.parentElement &&
          getComputedStyle(each).position === 'absolute',
      );
    const found = new Set<string>();
    for (const [index, a] of items.entries())
      for (const b of items.slice(index + 1)) {
        if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
        if (isInField(a.element, b.element) || isInField(b.element, a.element)) continue;
        const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (width > TOLERANCE_PX && height > TOLERANCE_PX) found.add(`${a.name} and ${b.name}`);
      }
    return [...found];
  }, NOT_READ);

/** Levels between the darkest and the brightest pixel, of 255. */
const MIN_RANGE = 50;
const MIN_SIZE_PX = 8;
const MAX_ATTEMPTS = 5;

/** A screenshot of the whole page, and the controls in whose box it shows nothing. Without those that are shown only after scrolling a part. */
export async function findBlankControls(page: Page): Promise<{ picture: Buffer; blank: string[] }> {
  let controls = await controlBoxes(page);
  for (let attempt = 1; ; attempt++) {
    const picture = await page.screenshot({ fullPage: true, scale: 'css' });
    const after = await controlBoxes(page);
    // A part that arrives during the screenshot moves the controls below it.
    if (JSON.stringify(after) === JSON.stringify(controls) || attempt === MAX_ATTEMPTS)
      return { picture, blank: await blankIn(picture, after) };
    controls = after;
  }
}

interface ControlBox {
  html: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

const controlBoxes = (page: Page): Promise<ControlBox[]> =>
  page.evaluate(() => {
    const scope =
      [...document.querySelectorAll('dialog[open], [popover=auto]:popover-open')].at(-1) ??
      document.body;
    const bars = [...document.querySelectorAll('body *')].filter(
      (each) =>
        getComputedStyle(each).position === 'sticky' || each.matches('.popup:not([hidden])'),
    );
    const isCovered = (element: Element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (hit) return !element.contains(hit) && !hit.contains(element);
      return bars.some((bar) => {
        const box = bar.getBoundingClientRect();
        return !bar.contains(element) && top < box.bottom && bottom > box.top;
      });
    };
    const isScrolledOut = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        if (box !== scope && !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
        const frame = box.getBoundingClientRect();
        if (top < frame.top || bottom > Math.min(frame.bottom, innerHeight)) return true;
      }
      return false;
    };
    return [
      ...scope.querySelectorAll<HTMLElement>(
        'a[href], button:enabled, input:enabled, select, textarea, summary',
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !element.closest('.skip-link, .sr-only, [aria-hidden=true]') &&
          !isScrolledOut(element) &&
          !isCovered(element),
      )
      .map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const html = element.outerHTML.slice(0, 120);
        return { html, left: left + scrollX, top: top + scrollY, width, height };
      });
  });

async function blankIn(picture: Buffer, controls: ControlBox[]): Promise<string[]> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rangeIn = (left: number, top: number, right: number, bottom: number) => {
    let [darkest, brightest] = [255, 0];
    for (let y = top; y < bottom; y++)
      for (const level of data.subarray(y * info.width + left, y * info.width + right)) {
        darkest = Math.min(darkest, level);
        brightest = Math.max(brightest, level);
      }
    return brightest - darkest;
  };
  return controls.flatMap(({ html, left, top, width, height }) => {
    const [right, bottom] = [Math.ceil(left + width), Math.ceil(top + height)];
    const isInside = left >= 0 && top >= 0 && right <= info.width && bottom <= info.height;
    if (!isInside || width < MIN_SIZE_PX || height < MIN_SIZE_PX) return [];
    return rangeIn(Math.floor(left), Math.floor(top), right, bottom) < MIN_RANGE ? [html] : [];
  });
}

/** Selected items that differ from the items beside them by the colour or the weight of their letters only. */
export const equalToUnselected = (page: Page) =>
  page.evaluate(() => {
    const SELECTED = '[aria-pressed=true], [aria-current]:not([aria-current=false]), [data-active]';
    const PROPERTIES = [
      'background-color',
      'border-color',
      'border-width',
      'outline',
      'text-decoration-line',
      'content',
      'fill',
    ];
    const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const look = (element: Element) =>
      [undefined, '::before', '::after']
        .map((part) => getComputedStyle(element, part))
        .flatMap((style) => PROPERTIES.map((name) => style.getPropertyValue(name)))
        .join('; ');
    return [...document.querySelectorAll(SELECTED)].filter(isVisible).flatMap((selected) => {
      const item = selected.closest('li') ?? selected;
      const others = [...(item.parentElement?.children ?? [])]
        .map((each) => (item === selected ? each : each.querySelector(selected.tagName)))
        .filter(
          (each) => each !== null && !each.matches(SELECTED) && each.tagName === selected.tagName,
        )
        .filter((each) => isVisible(each!) && each!.className === selected.className);
      const isEqual = others.some((other) => look(other!) === look(selected));
      return isEqual ? [selected.outerHTML.slice(0, 120)] : [];
    });
  });

/** Controls that the keyboard reaches, but whose focus is not seen: without an outline, in the colour behind it, outside of the screen, or covered. */
export async function unseenFocus(page: Page): Promise<string[]> {
  // The focus is only shown after a key.
  await page.keyboard.press('Tab');
  return page.evaluate(async () => {
    const nextFrame = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const TRANSPARENT = 'rgba(0, 0, 0, 0)';
    const backgroundOf = (element: Element | null): string => {
      if (!element) return TRANSPARENT;
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor === TRANSPARENT
        ? backgroundOf(element.parentElement)
        : backgroundColor;
    };
    const hasOutline = (element: Element | null | undefined) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
      const background = backgroundOf(
        parseFloat(outlineOffset) < 0 ? element : element.parentElement,
      );
      return (
        outlineStyle !== 'none' &&
        parseFloat(outlineWidth) >= 2 &&
        ![TRANSPARENT, background].includes(outlineColor)
      );
    };
    /** The middle and four points around it. */
    const isUncovered = (element: Element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const [x1, x2] = [Math.max(left, 0), Math.min(right, innerWidth)];
      const [y1, y2] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
      if (x1 >= x2 || y1 >= y2) return false;
      return [0.5, 0.1, 0.9].some((share) => {
        const hit = document.elementFromPoint(x1 + (x2 - x1) / 2, y1 + (y2 - y1) * share);
        return hit && (element.contains(hit) || hit.contains(element));
      });
    };
    const scope =
      [...document.querySelectorAll('dialog[open], [popover=auto]:popover-open')].at(-1) ??
      document.body;
    const unseen: string[] = [];
    for (const control of scope.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    )) {
      if (control.tabIndex < 0 || !control.checkVisibility({ visibilityProperty: true })) continue;
      control.focus();
      if (document.activeElement !== control || !control.matches(':focus-visible')) continue;
      const label = control.closest('label');
      const name = control.outerHTML.slice(0, 120);
      // The boxes under this field show the focus.
      const isDrawn = control.closest('.code-input');
      if (![control, label].some(hasOutline) && !isDrawn) unseen.push(`no outline: ${name}`);
      const target = control.matches('.sr-only') && label ? label : control;
      // A section that is drawn for the first time changes its height.
      if (!isUncovered(target))
        await nextFrame().then(() => control.scrollIntoView({ block: 'nearest' }));
      if (!isUncovered(target)) unseen.push(`covered: ${name}`);
    }
    (document.activeElement as HTMLElement | null)?.blur();
    return unseen;
  });
}
