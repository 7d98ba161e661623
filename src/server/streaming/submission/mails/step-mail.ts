import type { SubmissionStage } from '#contract/submission.ts';
import { displayDay, displayTime, CINEMA_ZONE } from '#domain/dates.ts';
import { bilingualName, distinctEnglishName } from '#domain/film.ts';
import { displayRupees, toRupees } from '#domain/pricing.ts';
import { movieSlug } from '#domain/slug.ts';
import { submissionMails as text } from '#messages/submission-mails.ts';
import { href, submittedFilmsPath } from '#routes.ts';
import type { Config } from '../../../config/config.ts';
import type { Mail } from '../../../ports/messenger/messenger.ts';
import { type MailContent, renderMail } from '../../booking/mails/render-mail.ts';
import type { StepRow, SubmittedFilm } from '../queries.ts';

export function composeStepMail(config: Config, step: StepRow, film: SubmittedFilm, to: string): Mail {
  const stage = step.stage as SubmissionStage;
  const { movie } = film;
  const content: MailContent = {
    film: movie.movieName,
    englishName: distinctEnglishName(movie),
    lead: text.leads[stage],
    facts: factsOf(stage, step, film),
    links: linksOf(config, film),
    qrCodeCid: null,
    notes: [],
  };
  return {
    to,
    subject: text.subjects[stage](bilingualName(movie)),
    ...renderMail(content),
    messageId: `<film-${movie.movieId}-${stage}@${new URL(config.origin).hostname}>`,
  };
}

function factsOf(stage: SubmissionStage, { note }: StepRow, { movie, fee }: SubmittedFilm): MailContent['facts'] {
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

function linksOf({ siteOrigins: [origin] }: Config, { movie }: SubmittedFilm): MailContent['links'] {
  const { movieName, movieKey, active } = movie;
  const page = href('publicMovie', { movie_name: movieSlug(movieName), movie_id: movieKey });
  return [
    { label: text.follow, address: origin + submittedFilmsPath },
    ...(active === 'Y' ? [{ label: text.page, address: origin + page }] : []),
  ];
}
