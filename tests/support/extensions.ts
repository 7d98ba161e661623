import type { BrowserContext } from '@playwright/test';

/**
 * Changes the page as Dark Reader and password managers do: each element gets an attribute and a style, the head gets style sheets,
 * and beside each field stands an element with its own shadow tree. All of it as soon as the parser has read an element, so before
 * an island hydrates, and again after each change.
 */
export const changeAsExtensions = (context: BrowserContext) => context.addInitScript(changePage);

function changePage() {
  const DARKENED = 'data-darkreader-inline-bgcolor';
  const ICON = 'data-lastpass-icon-root';
  const addToHead = () => {
    if (!document.head || document.querySelector('.darkreader')) return;
    document.documentElement.setAttribute('data-darkreader-mode', 'dynamic');
    for (const name of ['fallback', 'user-agent', 'inline'])
      document.head.prepend(
        Object.assign(document.createElement('style'), {
          className: `darkreader darkreader--${name}`,
        }),
      );
  };
  const darken = (element: HTMLElement) => {
    element.setAttribute(DARKENED, '');
    element.style.setProperty('--darkreader-inline-bgcolor', '#181a1b');
  };
  const addIcon = (field: Element) => {
    if (field.nextElementSibling?.hasAttribute(ICON)) return;
    const icon = document.createElement('div');
    icon.setAttribute(ICON, '');
    icon.attachShadow({ mode: 'open' }).append('…');
    field.setAttribute('data-com-onepassword-filled', 'light');
    field.after(icon);
  };
  const change = () => {
    addToHead();
    document.querySelectorAll<HTMLElement>(`body *:not([${DARKENED}]):not(svg *)`).forEach(darken);
    document
      .querySelectorAll(
        'input[type=tel], input[type=password], input[type=email], input[autocomplete]:not([autocomplete=off])',
      )
      .forEach(addIcon);
  };
  new MutationObserver(change).observe(document, { childList: true, subtree: true });
}
