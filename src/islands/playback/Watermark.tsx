import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { displayHour, local } from '#domain/dates.ts';
import { WATERMARK_SECONDS } from '#domain/limits.ts';
import { watermarkPlace } from '#domain/playback.ts';
import { $userId } from '#stores/session.ts';

/** Spec §4: who watches, and when, moving every 5 s over the picture. It takes no pointer and is not read aloud. */
export function Watermark() {
  const userId = useStore($userId);
  const [{ left, top }, move] = useState(() => watermarkPlace(Math.random));

  useEffect(() => {
    const timer = setInterval(() => move(watermarkPlace(Math.random)), WATERMARK_SECONDS * 1000);
    return () => clearInterval(timer);
  }, []);

  const now = new Date();
  return (
    <div className="film-picture" aria-hidden="true">
      <p className="film-mark num" data-watermark style={{ left: `${left}%`, top: `${top}%` }}>
        {userId} · {local(now)!.format('D MMM')} {displayHour(now)}
      </p>
    </div>
  );
}
