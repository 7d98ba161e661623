import { useEffect, useRef } from 'react';
import type { Elements } from '#ui/elements.ts';

interface WaitingBoxProps {
  title: string;
  note: string;
  className: string;
  children?: Elements;
}

/** The bank or the operator has not decided yet, so nothing can be paid. */
export function WaitingBox({ title, note, className, children }: WaitingBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  // The pressed button has been removed, so the focus moves here.
  useEffect(() => box.current?.focus(), []);
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
