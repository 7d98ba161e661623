import type { BrowserContext, Page } from '@playwright/test';

/**
 * Changes the page as a browser's translator does: puts each text, a little changed, into two elements of its own, again after each
 * change. Throws in the page if the viewer sees an old text, because a script has changed a text node that is no longer in the page.
 */
export const translatePages = (pages: Page | BrowserContext) => pages.addInitScript(wrapTexts);

function wrapTexts() {
  const UNTRANSLATED = 'font, script, style, noscript, template, textarea, title, [translate=no]';
  // Playwright ignores it, so tests find a translated text.
  const ZERO_WIDTH_SPACE = '\u200b';
  const wrappers = new WeakMap<Node, HTMLElement>();
  const fail = (node: Text, problem: string) =>
    reportError(
      new Error(`Translated: “${wrappers.get(node)!.textContent}” ${problem}: “${node.data}”`),
    );
  const changes = new MutationObserver((records) => {
    for (const { target } of records)
      if (wrappers.get(target)!.isConnected) fail(target as Text, 'is shown, but was changed to');
  });
  const wrap = () => {
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const node of texts) {
      if (node.data.trim() === '' || node.parentElement!.closest(UNTRANSLATED)) continue;
      if (wrappers.get(node)?.isConnected) fail(node, 'is shown, and was inserted again');
      const outer = document.createElement('font');
      outer.append(document.createElement('font'));
      node.replaceWith(outer);
      outer.firstElementChild!.textContent = node.data + ZERO_WIDTH_SPACE;
      wrappers.set(node, outer);
      changes.observe(node, { characterData: true });
    }
  };
  addEventListener('DOMContentLoaded', () => {
    wrap();
    new MutationObserver(wrap).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
}
