import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';

interface ModalProps {
  open: boolean;
  title: string;
  /** Called by Escape, by a click beside the window, and by whatever the content offers. */
  onClose: () => void;
  children: ReactNode;
  /** `ticketed` and `film` are wide. */
  shape?: 'plain' | 'ticketed' | 'film';
  hideTitle?: boolean;
}

/** A window over the page; on a phone it is a sheet from below. The browser keeps the focus in it and gives it back. */
export function Modal({ open, ...rest }: ModalProps) {
  return open ? <OpenModal {...rest} /> : null;
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
  const closeBeside = (event: MouseEvent) =>
    event.target === dialog.current && !isInside(event, dialog.current) && onClose();

  return (
    <dialog
      ref={dialog}
      className={shape === 'plain' ? 'modal' : `modal ${shape}`}
      aria-labelledby={id}
      // A second Escape closes the window without asking.
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={closeBeside}
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
