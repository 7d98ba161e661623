import { type ReactNode, useEffect, useRef } from 'react';

interface WaitingBoxProps {
  title: string;
  note: string;
  className: string;
  children?: ReactNode;
}

/** The bank or the operator has not decided yet, so nothing can be paid. */
export function WaitingBox({ title, note, className, children }: WaitingBoxProps) {
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
      <p className="heading-3">{title}</p>
      <p className="text-soft max-w-[60ch]">{note}</p>
      {children}
    </div>
  );
}
