interface OpenDialog {
  dialog: HTMLElement;
  backdrop: HTMLElement;
  opener: Element | null;
  /** Hidden from screen readers while the dialog is open. */
  hidden: Element[];
}

/** The last one is on top. */
const openDialogs: OpenDialog[] = [];
const topDialog = () => openDialogs.filter(({ dialog }) => dialog.isConnected).at(-1)?.dialog;

const Z_INDEX = 50;
const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]';
/** The toaster is above dialogs. */
const NOT_HIDDEN = '[aria-hidden], .notices, script, style, link';

/**
 * Gives `<dialog>` its modal methods in browsers without them (before Safari 15.4, Firefox 98). The
 * focus stays inside, Escape and a form with `method="dialog"` close the top dialog, and a backdrop
 * covers the rest of the page. `modal.css` sets the position.
 */
export function addDialogs(): void {
  if (!('HTMLDialogElement' in window))
    Object.assign(window, { HTMLDialogElement: HTMLUnknownElement });
  Object.defineProperties(HTMLDialogElement.prototype, {
    showModal: { value: showModal, configurable: true },
    close: { value: close, configurable: true },
    open: {
      configurable: true,
      get(this: HTMLElement) {
        return this.hasAttribute('open');
      },
      set(this: HTMLElement, isOpen: boolean) {
        this.toggleAttribute('open', isOpen);
      },
    },
  });
  addEventListener('keydown', onKeyDown);
  addEventListener('focusin', keepFocus);
  addEventListener('submit', (event) => {
    const form = event.target as HTMLElement;
    if (form.getAttribute('method') !== 'dialog' || event.defaultPrevented) return;
    event.preventDefault();
    form.closest('dialog')?.close();
  });
}

export const hasDialogs = (): boolean =>
  'HTMLDialogElement' in window && 'showModal' in HTMLDialogElement.prototype;

function showModal(this: HTMLElement): void {
  const zIndex = String(Z_INDEX + openDialogs.length);
  const backdrop = addBackdrop(this, zIndex);
  const hidden = hideOthers(this, backdrop);
  openDialogs.push({ dialog: this, backdrop, opener: document.activeElement, hidden });
  this.style.zIndex = zIndex;
  this.setAttribute('role', 'dialog');
  this.setAttribute('aria-modal', 'true');
  this.setAttribute('open', '');
  focusFirst(this);
}

function close(this: HTMLElement): void {
  const closed = openDialogs.find(({ dialog }) => dialog === this);
  this.removeAttribute('open');
  if (!closed) return;
  openDialogs.splice(openDialogs.indexOf(closed), 1);
  const { backdrop, hidden, opener } = closed;
  backdrop.remove();
  for (const element of hidden) element.removeAttribute('aria-hidden');
  if (opener instanceof HTMLElement) opener.focus();
  setTimeout(() => this.dispatchEvent(new Event('close')));
}

/** A click on it is a click on the dialog, outside of its box. */
function addBackdrop(dialog: HTMLElement, zIndex: string): HTMLElement {
  const backdrop = document.createElement('div');
  const sides = { top: '0', right: '0', bottom: '0', left: '0' };
  Object.assign(backdrop.style, {
    position: 'fixed',
    ...sides,
    zIndex,
    background: 'rgba(31, 18, 22, 0.72)',
  });
  backdrop.addEventListener('click', ({ clientX, clientY }) =>
    dialog.dispatchEvent(
      new MouseEvent('click', { bubbles: true, composed: true, clientX, clientY }),
    ),
  );
  dialog.before(backdrop);
  return backdrop;
}

function hideOthers(dialog: HTMLElement, backdrop: HTMLElement): Element[] {
  const hidden: Element[] = [];
  for (let inside: Element = dialog; inside !== document.body;) {
    const parent = inside.parentNode;
    if (!parent) break;
    for (const sibling of parent.children)
      if (sibling !== inside && sibling !== backdrop && !sibling.matches(NOT_HIDDEN))
        hidden.push(sibling);
    inside = parent instanceof ShadowRoot ? parent.host : (parent as Element);
  }
  for (const element of hidden) element.setAttribute('aria-hidden', 'true');
  return hidden;
}

const findFocusable = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  );

function focusFirst(dialog: HTMLElement): void {
  const [first] = findFocusable(dialog);
  if (!first && !dialog.hasAttribute('tabindex')) dialog.tabIndex = -1;
  (first ?? dialog).focus();
}

function onKeyDown(event: KeyboardEvent): void {
  const dialog = topDialog();
  if (!dialog || event.defaultPrevented) return;
  if (event.key === 'Escape') {
    event.preventDefault();
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) close.call(dialog);
  }
  if (event.key !== 'Tab') return;
  const focusable = findFocusable(dialog);
  const focused = (dialog.getRootNode() as Document | ShadowRoot).activeElement;
  const [edge, next] = event.shiftKey
    ? [focusable[0], focusable.at(-1)]
    : [focusable.at(-1), focusable[0]];
  if (focused !== edge && !(event.shiftKey && focused === dialog)) return;
  event.preventDefault();
  (next ?? dialog).focus();
}

function keepFocus(event: FocusEvent): void {
  const dialog = topDialog();
  if (!dialog || event.composedPath().includes(dialog)) return;
  if (!(event.target as Element).closest?.('.notices')) focusFirst(dialog);
}
