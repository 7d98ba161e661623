import { useEffect, useState } from 'react';
import { submissionMessages as text } from '#messages/submission.ts';
import { fetchSubmittedPoster } from '#stores/submission-poster.ts';

export function SubmittedPoster({ posterKey, className = '' }: { posterKey: string | null; className?: string }) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let isMounted = true;
    if (posterKey) void fetchSubmittedPoster(posterKey).then((found) => isMounted && setPicture(found));
    return () => void (isMounted = false);
  }, [posterKey]);
  if (!posterKey)
    return (
      <span
        className={`poster grid place-items-center border border-dashed border-edge bg-transparent p-2 text-center text-[13px] leading-[1.35] text-soft shadow-none ${className}`}
      >
        {text.noPoster}
      </span>
    );
  return (
    <span className={`poster ${className} ${picture ? '' : 'bg-tint shadow-none'}`}>
      {picture && <img src={picture} alt="" />}
    </span>
  );
}
