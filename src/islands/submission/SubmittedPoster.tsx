import { useEffect, useState } from 'react';
import { fetchSubmittedPoster } from '#stores/submission/poster.ts';
import { EmptyPoster } from './EmptyPoster.tsx';

export function SubmittedPoster({
  posterKey,
  className = '',
}: {
  posterKey: string | null;
  className?: string;
}) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let isMounted = true;
    if (posterKey)
      void fetchSubmittedPoster(posterKey).then((found) => isMounted && setPicture(found));
    return () => void (isMounted = false);
  }, [posterKey]);
  if (!posterKey) return <EmptyPoster className={className} />;
  return (
    <span className={`poster ${className} ${picture ? '' : 'bg-tint shadow-none'}`}>
      {picture && <img src={picture} alt="" />}
    </span>
  );
}
