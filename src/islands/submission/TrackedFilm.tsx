import { useEffect, useState } from 'react';
import { displayDate } from '#domain/dates.ts';
import { displayRupees } from '#domain/pricing.ts';
import { trackerSteps, type TrackerStep } from '#domain/submission-tracker.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import type { Submission } from '#stores/my-submissions.ts';
import { fetchSubmittedPoster } from '#stores/submission-poster.ts';
import { filmHref, languageAttributes } from '../catalogue/film-link.ts';

export const TrackedFilm = ({ film }: { film: Submission }) => (
  <li className="tracked">
    <Poster posterKey={film.posterKey} />
    <div className="min-w-0">
      <h3 className="nm text-[20px]" {...languageAttributes(film)}>
        {film.movieName}
      </h3>
      {film.movieNameEn && film.movieNameEn !== film.movieName && <p className="en">{film.movieNameEn}</p>}
      <p className="ln">{[film.primaryLanguage, ...film.genres].join(' | ')}</p>
      <p className="ln">
        {text.sentOn(displayDate(film.submittedAt))}
        {film.fee?.paymentStatus === 'PAID' && ` | ${text.feePaid(displayRupees(film.fee.amount))}`}
      </p>
      {film.streamingStartDate && film.stage !== 'declined' && (
        <p className="mt-1.5 font-semibold">{text.streamsFrom(displayDate(film.streamingStartDate))}</p>
      )}
      {film.movieKey && (
        <a className="more" href={filmHref({ movieName: film.movieName, movieKey: film.movieKey })}>
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
    <div className="min-w-0">
      <ol className="track">
        {steps.map((step) => (
          <TrackStep key={step.stage} step={step} />
        ))}
      </ol>
      {notes.map(({ stage, note }) => (
        <p key={stage} className="note">
          <b>{text.reason}</b> <span dir="auto">{note}</span>
        </p>
      ))}
    </div>
  );
}

const TrackStep = ({ step: { stage, state, at } }: { step: TrackerStep }) => (
  <li className={`${state} ${stage}`} aria-current={state === 'here' ? 'step' : undefined}>
    <b>{text.stages[stage]}</b>
    {state === 'ahead' ? <span className="sr">{text.stageUpcoming}</span> : at && <span>{displayDate(at)}</span>}
  </li>
);

function Poster({ posterKey }: { posterKey: string | null }) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let isMounted = true;
    if (posterKey) void fetchSubmittedPoster(posterKey).then((found) => isMounted && setPicture(found));
    return () => void (isMounted = false);
  }, [posterKey]);
  return <span className={picture ? 'art' : 'art blank'}>{picture && <img src={picture} alt="" />}</span>;
}
