import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef } from 'react';

const OPEN_MENU = '.plyr__menu__container:not([hidden])';

/** Opens a dialog while its component is mounted. Moves the focus in and back, locks scrolling, closes on Escape. */
export function useDialog(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const { style } = document.documentElement;
    const [overflow, focused] = [style.overflow, document.activeElement];
    style.overflow = 'hidden';
    ref.current?.showModal();
    return () => {
      style.overflow = overflow;
      // React removes the dialog without closing it, so the browser does not restore the focus.
      if (focused instanceof HTMLElement) focused.focus();
    };
  }, []);

  const onCancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    event.preventDefault();
    onClose();
  };

  // Escape first closes an open menu of the player.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && ref.current?.querySelector(OPEN_MENU)) event.preventDefault();
  };

  return { ref, onCancel, onKeyDownCapture };
}
