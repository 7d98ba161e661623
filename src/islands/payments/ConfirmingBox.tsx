import { type ReactNode, useEffect, useRef } from 'react';
import { paymentMessages as text } from '#messages/payments.ts';

/** The bank has not decided yet. The page polls by itself. */
export function ConfirmingBox({ note, className, children }: { note: string; className: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // The pressed button has been removed, so the focus moves here.
  useEffect(() => box.current!.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={`grid rounded-control border border-control-border bg-surface p-6 ${className}`}
      role="status"
    >
      <p className="heading-3">{text.confirming}</p>
      <p className="text-soft max-w-[60ch]">{note}</p>
      {children}
    </div>
  );
}
