import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $publicFilm, openPublicFilm } from '#stores/catalogue.ts';
import { PublicFilm } from './PublicFilm.tsx';

/** A film that the last build did not know yet: the same page, loaded by its key. */
export function FreshFilm() {
  const { movie, reviews } = useStore($publicFilm);
  useEffect(() => void openPublicFilm(), []);
  return movie ? <PublicFilm movie={movie} reviews={reviews} /> : <div className="min-h-[80vh]" aria-busy="true" />;
}
