import { useEffect, useState } from 'react';

const LATE_MS = 400;

/** Takes the room of what is to come; it is drawn only when that takes longer than a moment. Size it by class. */
export function Skeleton({ className, label }: { className: string; label?: string }) {
  const isLate = useLate();
  return (
    <div className={className} role={label ? 'status' : undefined} aria-busy="true">
      <span className={isLate ? 'skeleton h-full' : 'skeleton invisible h-full'} />
      {label && isLate && <span className="sr">{label}</span>}
    </div>
  );
}

function useLate() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
