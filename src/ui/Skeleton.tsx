import { useEffect, useState } from 'react';

const DELAY_MS = 400;

/** Reserves its space at once and becomes visible after a delay. `className` sets the size. */
export function Skeleton({ className, label }: { className: string; label?: string }) {
  const isLate = useIsLate();
  return (
    <div className={className} role={label ? 'status' : undefined} aria-busy="true">
      <span className={isLate ? 'skeleton h-full' : 'skeleton invisible h-full'} />
      {label && isLate && <span className="sr-only">{label}</span>}
    </div>
  );
}

function useIsLate() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
