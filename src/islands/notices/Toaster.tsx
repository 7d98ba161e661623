import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { toast, Toaster as Sonner } from 'sonner';
import { TOAST_MS, TOASTS_AT_ONCE } from '#domain/limits.ts';
import { noticeMessages as text } from '#messages/notices.ts';
import { $notices, takeNotices, type Notice } from '#stores/notices.ts';
import { Icon } from '#ui/icons.tsx';
import { linkStyles } from '#ui/link-styles.ts';
import toasterCss from './toaster.css?url';

let isMounted = false;

/** Adds the toaster and its style sheet once; pages without notices load neither. */
export async function mountToaster() {
  if (isMounted) return;
  isMounted = true;
  await linkStyles(toasterCss);
  createRoot(document.body.appendChild(toasterLayer)).render(<Toaster />);
  document.addEventListener('toggle', ({ target }) => target instanceof HTMLDialogElement && raiseLayer(), true);
}

/** A popover: the top layer is above open dialogs, and the last popover shown is on top. */
const toasterLayer = Object.assign(document.createElement('div'), { className: 'notices', popover: 'manual' });

function raiseLayer() {
  toasterLayer.hidePopover?.();
  toasterLayer.showPopover?.();
}

/** Spec §8: top right, three at most, two seconds. */
function Toaster() {
  useEffect(() => $notices.subscribe(() => takeNotices().forEach(showToast)), []);
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

function showToast({ kind, text: message }: Notice) {
  raiseLayer();
  toast.custom(() => (
    <div className={`toast ${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      {kind !== 'plain' && <Icon name={kind} />}
      <span>{message}</span>
    </div>
  ));
}
