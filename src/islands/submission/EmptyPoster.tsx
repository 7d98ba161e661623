import { submissionMessages as text } from '#messages/submission.ts';

export const EmptyPoster = ({ className = '' }: { className?: string }) => (
  <span
    className={`poster grid overflow-visible wrap-anywhere place-items-center border border-dashed border-control-border bg-transparent p-2 text-center text-13 leading-[1.35] text-soft shadow-none ${className}`}
  >
    {text.noPoster}
  </span>
);
