import { useId, type MouseEvent } from 'react';
import type { Elements } from './elements.ts';
import { useDialog } from './use-dialog.ts';

interface ModalProps {
  open: boolean;
  title: string;
  /** Called by Escape, by a click outside, and by the content. */
  onClose: () => void;
  children: Elements;
  /** `ticketed` (contains a ticket) and `film` are wide. */
  shape?: 'plain' | 'ticketed' | 'film';
  hideTitle?: boolean;
}

export function Modal({ open, ...modalProps }: ModalProps) {
  return open ? <OpenModal {...modalProps} /> : null;
}

function OpenModal({
  title,
  onClose,
  children,
  shape = 'plain',
  hideTitle = false,
}: Omit<ModalProps, 'open'>) {
  const dialog = useDialog(onClose);
  const id = useId();
  const closeOutside = (event: MouseEvent) =>
    event.target === event.currentTarget && !isInside(event, event.currentTarget) && onClose();

  return (
    <dialog
      {...dialog}
      className={shape === 'plain' ? 'modal' : `modal ${shape}`}
      aria-labelledby={id}
      onClick={closeOutside}
    >
      <h2 id={id} className={hideTitle ? 'sr-only' : 'heading-3'}>
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
