import { type SyntheticEvent, useEffect, useRef } from 'react';

/**
 * Props of a modal dialog that is open while its component is mounted. The browser keeps the focus
 * inside.
 */
export function useDialog(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // React removes the dialog, so the browser does not restore the focus.
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  // A second Escape closes the dialog without a cancel event.
  return { ref, onCancel, onClose };
}
