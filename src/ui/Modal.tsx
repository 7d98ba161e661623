import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';

interface ModalProps {
  open: boolean;
  title: string;
  /** Called by Escape, by a click outside, and by the content. */
  onClose: () => void;
  children: ReactNode;
  /** `ticketed` and `film` are wide. */
  shape?: 'plain' | 'ticketed' | 'film';
  hideTitle?: boolean;
}

/** A modal dialog. The browser keeps the focus inside and restores it. */
export function Modal({ open, ...modalProps }: ModalProps) {
  return open ? <OpenModal {...modalProps} /> : null;
}

function OpenModal({ title, onClose, children, shape = 'plain', hideTitle = false }: Omit<ModalProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current!;
    const opener = document.activeElement;
    element.showModal();
    return () => {
      element.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const closeOutside = (event: MouseEvent) =>
    event.target === dialog.current && !isInside(event, dialog.current) && onClose();

  return (
    <dialog
      ref={dialog}
      className={shape === 'plain' ? 'modal' : `modal ${shape}`}
      aria-labelledby={id}
      // A second Escape closes the dialog without a cancel event.
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={closeOutside}
    >
      <h2 id={id} className={hideTitle ? 'sr' : 'd3'}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

function isInside({ clientX, clientY }: MouseEvent, element: Element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
