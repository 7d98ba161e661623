import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { toast, Toaster as Sonner } from 'sonner';
import { TOAST_MS, TOASTS_AT_ONCE } from '#domain/limits.ts';
import { noticeMessages as text } from '#messages/notices.ts';
import { $notices, takeNotices, type Notice } from '#stores/notices.ts';
import { Icon } from '#ui/icons.tsx';
import toasterCss from './toaster.css?url';

let isMounted = false;

/** Puts the toaster at the end of the page, once, and its style sheet into the head: pages that say nothing do without. */
export async function mountToaster() {
  if (isMounted) return;
  isMounted = true;
  await linkStyles();
  createRoot(document.body.appendChild(layer)).render(<Toaster />);
  document.addEventListener('toggle', ({ target }) => target instanceof HTMLDialogElement && raise(), true);
}

/** Over an open window too, which lies above every z-index: as a popover, and of these the last that was shown is on top. */
const layer = Object.assign(document.createElement('div'), { className: 'notices', popover: 'manual' });

function raise() {
  layer.hidePopover?.();
  layer.showPopover?.();
}

function linkStyles() {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: toasterCss });
  // A notice without its style is better than none.
  const arrived = new Promise((resolve) => (link.onload = link.onerror = resolve));
  document.head.append(link);
  return arrived;
}

/** Spec §8: top right, three at most, gone after two seconds. */
function Toaster() {
  useEffect(() => $notices.subscribe(() => takeNotices().forEach(show)), []);
  return (
    <Sonner
      position="top-right"
      visibleToasts={TOASTS_AT_ONCE}
      duration={TOAST_MS}
      expand
      gap={10}
      offset={{ top: 76, right: 16 }}
      mobileOffset={{ top: 16, left: 16, right: 16 }}
      containerAriaLabel={text.notices}
    />
  );
}

function show({ kind, text: words }: Notice) {
  raise();
  toast.custom(() => <Toast kind={kind} words={words} />);
}

function Toast({ kind, words }: { kind: Notice['kind']; words: string }) {
  return (
    <div className={`toast ${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      {kind !== 'plain' && <Icon name={kind} />}
      <span>{words}</span>
    </div>
  );
}
