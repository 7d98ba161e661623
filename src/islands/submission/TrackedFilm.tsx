import { useEffect, useState } from 'react';
import { displayDate } from '#domain/dates.ts';
import { distinctEnglishName } from '#domain/film.ts';
import { displayRupees } from '#domain/pricing.ts';
import { trackerSteps, type TrackerStep } from '#domain/submission-tracker.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import type { Submission } from '#stores/my-submissions.ts';
import { fetchSubmittedPoster } from '#stores/submission-poster.ts';
import { filmHref, languageAttributes } from '../catalogue/film-link.ts';

export const TrackedFilm = ({ film }: { film: Submission }) => (
  <li className="grid grid-cols-[64px_minmax(0,1fr)] gap-x-4.5 gap-y-4 border-t border-line py-5.5 md:grid-cols-[76px_minmax(0,1fr)] md:gap-x-6 md:gap-y-3.5">
    <Poster posterKey={film.posterKey} />
    <div className="min-w-0">
      <h3 className="name text-[20px]" {...languageAttributes(film)}>
        {film.movieName}
      </h3>
      {distinctEnglishName(film) && <p className="english-name">{distinctEnglishName(film)}</p>}
      <p className="details">{[film.primaryLanguage, ...film.genres].join(' | ')}</p>
      <p className="details">
        {text.sentOn(displayDate(film.submittedAt))}
        {film.fee?.paymentStatus === 'PAID' && ` | ${text.feePaid(displayRupees(film.fee.amount))}`}
      </p>
      {film.streamingStartDate && film.stage !== 'declined' && (
        <p className="mt-1.5 font-semibold">{text.streamsFrom(displayDate(film.streamingStartDate))}</p>
      )}
      {film.movieKey && (
        <a className="action-link" href={filmHref({ movieName: film.movieName, movieKey: film.movieKey })}>
          {text.toTheFilm}
        </a>
      )}
    </div>
    <Track film={film} />
  </li>
);

function Track({ film }: { film: Submission }) {
  const steps = trackerSteps(film.stage, film.steps);
  const notes = steps.filter(({ note }) => note);
  return (
    <div className="col-span-full min-w-0 md:col-span-1 md:col-start-2">
      <ol className="timeline stages">
        {steps.map((step) => (
          <TrackStep key={step.stage} step={step} />
        ))}
      </ol>
      {notes.map(({ stage, note }) => (
        <p key={stage} className="mt-3.5 max-w-[64ch] border-l-3 border-edge px-4 py-3 wrap-anywhere">
          <b className="block font-[650]">{text.reason}</b> <span dir="auto">{note}</span>
        </p>
      ))}
    </div>
  );
}

const TrackStep = ({ step: { stage, state, at } }: { step: TrackerStep }) => (
  <li className={`${state} ${stage}`} aria-current={state === 'here' ? 'step' : undefined}>
    <b>{text.stages[stage]}</b>
    {state === 'ahead' ? <span className="sr-only">{text.stageUpcoming}</span> : at && <span>{displayDate(at)}</span>}
  </li>
);

function Poster({ posterKey }: { posterKey: string | null }) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let isMounted = true;
    if (posterKey) void fetchSubmittedPoster(posterKey).then((found) => isMounted && setPicture(found));
    return () => void (isMounted = false);
  }, [posterKey]);
  return (
    <span className={`poster md:row-span-2 md:row-start-1 md:self-start ${picture ? '' : 'bg-tint shadow-none'}`}>
      {picture && <img src={picture} alt="" />}
    </span>
  );
}
