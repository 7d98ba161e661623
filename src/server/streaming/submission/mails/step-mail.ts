import { CINEMA_ZONE } from '#domain/dates.ts';
import type { SubmissionStage } from '#domain/submission-tracker.ts';
import { bilingualName, distinctEnglishName } from '#domain/film.ts';
import { displayDay, displayTime } from '#domain/format/dates.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { toRupees } from '#domain/pricing.ts';
import { movieSlug } from '#domain/slug.ts';
import { submissionMails as text } from '#messages/submission-mails.ts';
import { href, submittedFilmsPath } from '#routes.ts';
import type { Config } from '../../../config/config.ts';
import type { Mail } from '../../../ports/messenger/messenger.ts';
import { type MailContent, renderMail } from '../../booking/mails/render-mail.ts';
import type { StepRow, SubmittedFilm } from '../queries.ts';

/**
 * Chosen: from then on an operator has read the film's name. Before, it may be any text, also one
 * that deceives a stranger.
 */
const REVIEWED_STAGES: SubmissionStage[] = ['accepted', 'scheduled', 'streaming'];

interface Recipient {
  address: string;
  isProven: boolean;
}

export function composeStepMail(
  config: Config,
  {
    step,
    film,
    recipient: { address, isProven },
  }: { step: StepRow; film: SubmittedFilm; recipient: Recipient },
): Mail {
  const stage = step.stage;
  const { movie } = film;
  const isNamed = isProven || REVIEWED_STAGES.includes(stage);
  const unnamed = text.filmWithNumber(movie.movieId);
  const content: MailContent = {
    film: isNamed ? movie.movieName : unnamed,
    englishName: isNamed ? distinctEnglishName(movie) : null,
    lead: text.leads[stage],
    facts: factsOf(stage, step, film),
    links: linksOf(config, film),
    qrCodeCid: null,
    notes: isProven ? [] : [text.notYours],
  };
  return {
    to: address,
    subject: text.subjects[stage](isNamed ? bilingualName(movie) : unnamed),
    ...renderMail(content),
    messageId: `<film-${movie.movieId}-${stage}@${new URL(config.origin).hostname}>`,
  };
}

function factsOf(
  stage: SubmissionStage,
  { note }: StepRow,
  { movie, fee }: SubmittedFilm,
): MailContent['facts'] {
  const facts: MailContent['facts'] = [[text.number, String(movie.movieId)]];
  if (stage === 'received' && fee) facts.push([text.fee, displayRupees(toRupees(fee.amount))]);
  if (note) facts.push([stage === 'declined' ? text.reason : text.note, note]);
  if (stage === 'scheduled') {
    const day = movie.streamingStartDate!;
    const price = toRupees(movie.ticketRate);
    facts.push([text.from, text.when(displayDay(day, CINEMA_ZONE), displayTime(day, CINEMA_ZONE))]);
    facts.push([text.ticket, price ? text.beforeGst(displayRupees(price)) : text.free]);
  }
  return facts;
}

function linksOf(
  { siteOrigins: [origin] }: Config,
  { movie }: SubmittedFilm,
): MailContent['links'] {
  const { movieName, movieKey, active } = movie;
  const page = href('publicMovie', { movie_name: movieSlug(movieName), movie_id: movieKey });
  const follow = { label: text.follow, address: origin + submittedFilmsPath };
  return active === 'Y' ? [follow, { label: text.page, address: origin + page }] : [follow];
}
