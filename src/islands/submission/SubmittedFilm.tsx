import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { distinctEnglishName } from '#domain/film.ts';
import { displayDate } from '#domain/format/dates.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { href, submittedFilmsPath } from '#routes.ts';
import {
  $submissions,
  loadSubmissions,
  type Submission,
} from '#stores/submission/my-submissions.ts';
import { filmHref, languageAttributes } from '../catalogue/film-link.ts';
import { Icon } from '../catalogue/icons.tsx';
import { EmptyBox, LoadError, Loading } from '../loading/LoadStates.tsx';
import { StageTrack } from './StageTrack.tsx';
import { SubmittedPoster } from './SubmittedPoster.tsx';

export function SubmittedFilm({ movieId }: { movieId: number }) {
  const { status, films } = useStore($submissions);
  useEffect(() => void loadSubmissions(), []);
  const film = films.find((each) => each.movieId === movieId);
  return (
    <>
      <a className="plain-link" href={submittedFilmsPath}>
        <Icon name="left" />
        <span>{text.films}</span>
      </a>
      {status === 'process' && <Loading className="mt-2 h-180" />}
      {status === 'error' && <LoadError sentence={text.filmsFailed} onRetry={loadSubmissions} />}
      {(status === 'success' || status === 'noData') && !film && (
        <EmptyBox title={text.filmMissing} sentence={text.filmMissingNote} />
      )}
      {film && <FilmFacts film={film} />}
    </>
  );
}

const FilmFacts = ({ film }: { film: Submission }) => (
  <>
    <h1 className="mt-0.5 heading-2" {...(film.stage !== 'received' && languageAttributes(film))}>
      {film.stage === 'received' ? text.received : film.movieName}
    </h1>
    <div className="mt-6 grid gap-x-18 gap-y-11 *:min-w-0 min-[68.75rem]:grid-cols-[minmax(0,1fr)_minmax(0,28.75rem)] min-[68.75rem]:items-start">
      <div className="grid gap-9 *:min-w-0">
        <FilmHead film={film} />
        <section aria-labelledby="progress">
          <h2 id="progress" className="mb-4 heading-3">
            {text.progress}
          </h2>
          <StageTrack film={film} />
          <p className="mt-4 max-w-[64ch]">{text.whatsNext[film.stage]}</p>
          <Receipt address={film.mailAddress} />
        </section>
        <p className="flex flex-wrap gap-2.5 max-sm:*:flex-[1_1_100%]">
          <a className="button" href={submittedFilmsPath}>
            {text.films}
          </a>
          <a className="button secondary" href={href('submitFilm')}>
            {text.submitAnother}
          </a>
          {film.movieKey && (
            <a
              className="button text"
              href={filmHref({ movieName: film.movieName, movieKey: film.movieKey })}
            >
              {text.toTheFilm}
            </a>
          )}
        </p>
      </div>
      <SentFields film={film} />
    </div>
  </>
);

const FilmHead = ({ film }: { film: Submission }) => (
  <div className="grid grid-cols-[84px_minmax(0,1fr)] items-start gap-x-5 sm:grid-cols-[7.5rem_minmax(0,1fr)] sm:gap-x-7">
    <SubmittedPoster posterKey={film.posterKey} />
    <div className="min-w-0">
      <p className="font-tall text-25 leading-none font-bold text-action">
        {text.filmNo(film.movieId)}
      </p>
      <p className="mt-3 name text-20" {...languageAttributes(film)}>
        {film.movieName}
      </p>
      {distinctEnglishName(film) && <p className="english-name">{distinctEnglishName(film)}</p>}
      <p className="details">{[film.primaryLanguage, ...film.genres].join(' | ')}</p>
      <p className="details">{text.sentOn(displayDate(film.submittedAt))}</p>
      {film.fee?.paymentStatus === 'PAID' && (
        <p className="details">{text.feePaid(displayRupees(film.fee.amount))}</p>
      )}
      {film.streamingStartDate && film.stage !== 'declined' && (
        <p className="mt-1.5 font-semibold">
          {text.streamsFrom(displayDate(film.streamingStartDate))}
        </p>
      )}
    </div>
  </div>
);

const Receipt = ({ address }: { address: string | null }) => (
  <p className="mt-2 max-w-[64ch] wrap-anywhere">
    {address ? (
      <>
        <span>{text.receiptTo}</span> <b className="font-[650]">{address}</b>
        <span>.</span>
      </>
    ) : (
      text.noReceipt
    )}
  </p>
);

const SentFields = ({ film }: { film: Submission }) => (
  <section className="rounded-control bg-surface px-5 py-5.5 sm:px-6.5" aria-labelledby="sent">
    <h2 id="sent" className="heading-3">
      {text.sent}
    </h2>
    <dl className="sent-fields mt-3.5">
      {sentFields(film).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);

function sentFields({ details, ...film }: Submission) {
  const fields = [
    [text.film.movieName, film.movieName],
    [text.film.movieNameEn, film.movieNameEn],
    [text.film.countryOfProduction, details.countryOfProduction],
    [text.film.runningTime, details.runningTime],
    [text.film.yearProduced, details.yearProduced],
    [text.film.yearReleased, details.yearReleased],
    [text.film.primaryLanguage, film.primaryLanguage],
    [text.genre, film.genres.join(', ')],
    [text.film.website, details.website],
    [text.film.movieDescription, details.movieDescription],
    [text.contact.contactName, details.contactName],
    [text.contact.contactEmail, details.contactEmail],
    [text.contact.contactPhone, details.contactPhone],
  ] as const;
  return fields.filter(([, value]) => value);
}
