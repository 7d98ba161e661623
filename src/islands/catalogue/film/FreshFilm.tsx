import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $publicFilm, openPublicFilm } from '#stores/catalogue.ts';
import { PublicFilm } from './PublicFilm.tsx';

/** A film that the last build did not know yet: the same page, loaded by its key. */
export function FreshFilm() {
  const { movie, reviews } = useStore($publicFilm);
  useEffect(() => void openPublicFilm(), []);
  return movie ? <PublicFilm movie={movie} reviews={reviews} /> : <WaitingFilm />;
}

/** The room of what is awaited. */
const WaitingFilm = () => (
  <div className="waiting" aria-busy="true">
    <section className="hero">
      <div className="pic" />
      <div className="in body">
        <div className="pst sheetp" />
        <div className="tx">
          <span className="skeleton h-[1.9em] w-2/3 d1" />
          <span className="skeleton h-6 w-1/2" />
          <span className="skeleton h-11 w-1/3" />
        </div>
      </div>
    </section>
    <div className="in film-cols">
      <section>
        <span className="skeleton h-40" />
      </section>
    </div>
  </div>
);
