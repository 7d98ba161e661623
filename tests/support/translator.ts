import type { Page } from '@playwright/test';

/** Changes the page as a browser's translator does: puts each text into two elements of its own, again after each change. */
export const translatePages = (page: Page) => page.addInitScript(wrapTexts);

function wrapTexts() {
  const UNTRANSLATED = 'font, script, style, noscript, template, textarea, title';
  const wrap = () => {
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const node of texts) {
      if (node.data.trim() === '' || node.parentElement!.closest(UNTRANSLATED)) continue;
      const outer = document.createElement('font');
      outer.append(document.createElement('font'));
      node.replaceWith(outer);
      outer.firstElementChild!.textContent = node.data;
    }
  };
  addEventListener('DOMContentLoaded', () => {
    wrap();
    new MutationObserver(wrap).observe(document, { childList: true, characterData: true, subtree: true });
  });
}
