import { afterEachChange } from './after-each-change.ts';

const RULE = /([^{}]+)\{[^{}]*aspect-ratio:\s*(auto|[\d.]+)(?:\s*\/\s*([\d.]+))?/g;
/** Of a picture that is loaded. */
const MAX_DIFFERENCE = 0.1;

const find = (selector: string) => {
  try {
    return document.querySelectorAll<HTMLElement>(selector);
  } catch {
    return [];
  }
};

/** Heights instead of `aspect-ratio`, which Chromium before 88 and Safari before 15 ignore. */
export function addAspectRatios(): void {
  const changed = new Set<HTMLElement>();
  let css = '';
  let rules: [selector: string, share: number][] = [];
  const readRules = () => {
    const found = [...document.querySelectorAll('style')]
      .map(({ textContent }) => textContent)
      .join('');
    if (found === css) return;
    css = found;
    rules = [...css.matchAll(RULE)].map(([, selector, width, height = '1']) => [
      selector!,
      Number(height) / Number(width),
    ]);
  };
  afterEachChange(() => {
    for (const box of changed) box.style.height = '';
    changed.clear();
    readRules();
    const shares = new Map<HTMLElement, number>();
    for (const [selector, share] of rules) for (const box of find(selector)) shares.set(box, share);
    for (const [box, share] of shares) {
      const height = box.offsetWidth * share;
      if (box.style.height || !(Math.abs(box.offsetHeight - height) > height * MAX_DIFFERENCE))
        continue;
      box.style.height = `${height}px`;
      changed.add(box);
    }
  });
}
