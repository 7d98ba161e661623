import { type ReactNode, useEffect, useRef } from 'react';
import { paymentMessages as text } from '#messages/payments.ts';

interface ConfirmingBoxProps {
  /** What the bank's slowness means here. */
  slowBank: string;
  /** How it stands among its neighbours. */
  className: string;
  children: ReactNode;
}

/** The bank has not decided. Nothing can be pressed here: the page asks by itself, and may be left. */
export function ConfirmingBox({ slowBank, className, children }: ConfirmingBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone, and the focus with it.
  useEffect(() => box.current!.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={`grid rounded-control border border-edge bg-sheet p-6 ${className}`}
      role="status"
    >
      <p className="d3">{text.confirming}</p>
      <p className="soft max-w-[60ch]">{slowBank}</p>
      {children}
    </div>
  );
}
