import { useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { toast, Toaster as Sonner } from 'sonner';
import { TOAST_MS, TOASTS_AT_ONCE, TOASTS_AT_ONCE_ON_PHONES } from '#domain/limits/notices.ts';
import { noticeMessages as text } from '#messages/notices.ts';
import { $notices, takeNotices, type Notice } from '#stores/notices/notices.ts';
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
  document.addEventListener(
    'toggle',
    ({ target }) => target instanceof HTMLDialogElement && raiseLayer(),
    true,
  );
}

/** A popover: the top layer is above open dialogs, and the last popover shown is on top. */
const toasterLayer = Object.assign(document.createElement('div'), {
  className: 'notices',
  popover: 'manual',
});

function raiseLayer() {
  toasterLayer.hidePopover?.();
  toasterLayer.showPopover?.();
}

const phone = matchMedia('(max-width: 37.49875rem)');
const subscribeToPhone = (onChange: () => void) => {
  phone.addEventListener?.('change', onChange);
  return () => phone.removeEventListener?.('change', onChange);
};

/**
 * Spec §8: top right, three at most, two seconds. Chosen: on phones at the bottom, where they do
 * not cover the page's title.
 */
function Toaster() {
  const isPhone = useSyncExternalStore(subscribeToPhone, () => phone.matches);
  useEffect(() => $notices.subscribe(() => takeNotices().forEach(showToast)), []);
  return (
    <Sonner
      position={isPhone ? 'bottom-center' : 'top-right'}
      visibleToasts={isPhone ? TOASTS_AT_ONCE_ON_PHONES : TOASTS_AT_ONCE}
      duration={TOAST_MS}
      expand
      gap={10}
      offset={{ top: 76, right: 16 }}
      mobileOffset={{ bottom: 88, left: 16, right: 16 }}
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
