import { submissionMessages as text } from '#messages/submission.ts';

export const EmptyPoster = ({ className = '' }: { className?: string }) => (
  <span
    className={`poster grid place-items-center border border-dashed border-control-border bg-transparent p-2 text-center text-[13px] leading-[1.35] text-soft shadow-none ${className}`}
  >
    {text.noPoster}
  </span>
);
