import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef } from 'react';

const OPEN_MENU = '.plyr__menu__container:not([hidden])';

/** Opens a dialog for as long as its component is there: focus moves in and back, the page behind stands still, Escape closes. */
export function useDialog(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const { style } = document.documentElement;
    const [overflow, focused] = [style.overflow, document.activeElement];
    style.overflow = 'hidden';
    ref.current?.showModal();
    return () => {
      style.overflow = overflow;
      // React takes the dialog away without closing it, so the browser does not lead the focus back.
      if (focused instanceof HTMLElement) focused.focus();
    };
  }, []);

  const onCancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    event.preventDefault();
    onClose();
  };

  // Escape first belongs to an open menu of the player, which closes itself.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && ref.current?.querySelector(OPEN_MENU)) event.preventDefault();
  };

  return { ref, onCancel, onKeyDownCapture };
}
