import { cinemaHour, lastHours, tonight } from '#domain/cinema-hours.ts';
import { DAY, HOUR } from '#domain/limits/durations.ts';
import { toRupees } from '#domain/pricing.ts';
import { findLastBackupTime } from '../../../backup/queries.ts';
import type { Deps } from '../../../deps.ts';
import { readSiteStatus } from '../../../site/site-status.ts';
import { filmRef } from '../../catalogue/manage/lookup.ts';
import type { Span } from '../queries.ts';
import {
  countPaymentDecisions,
  countReviewsSince,
  countUndecidedSubmissions,
  type HourRow,
  playsByHour,
  ticketsByHour,
  ticketsStartingIn,
  type WaitingCount,
} from './queries.ts';

const HOUR_COUNT = 24;
const WEEK = 7 * DAY;

const before = ({ from, until }: Span, milliseconds: number): Span => ({
  from: new Date(from.getTime() - milliseconds),
  until: new Date(until.getTime() - milliseconds),
});

/**
 * The last 24 hours, the current one included, each with the same hour of last week, which ends at
 * the same minute. Sales in rupees, with GST.
 */
export async function reportHours({ db, now }: Deps) {
  const span = lastHours(now(), HOUR_COUNT);
  const spans = [span, before(span, WEEK)];
  const [tickets, plays] = [await ticketsByHour(db, spans), await playsByHour(db, spans)];
  const figuresOf = (isWanted: (row: HourRow) => boolean) => {
    const [sold, played] = [tickets.filter(isWanted), plays.filter(isWanted)];
    return {
      tickets: sumOf(sold, 'count'),
      sales: toRupees(sumOf(sold, 'sum')),
      plays: sumOf(played, 'count'),
    };
  };
  const compared = (isWanted: (row: HourRow) => boolean) => {
    const lastWeek = figuresOf((row) => row.span === 1 && isWanted(row));
    return {
      ...figuresOf((row) => row.span === 0 && isWanted(row)),
      ticketsLastWeek: lastWeek.tickets,
      salesLastWeek: lastWeek.sales,
      playsLastWeek: lastWeek.plays,
    };
  };
  const hours = Array.from({ length: HOUR_COUNT }, (_, hour) => ({
    hour: cinemaHour(new Date(span.from.getTime() + hour * HOUR)),
    ...compared((row) => row.hour === hour),
  }));
  return { from: span.from, until: span.until, hours, total: compared(() => true) };
}

const sumOf = (rows: HourRow[], field: 'count' | 'sum') =>
  rows.reduce((sum, row) => sum + row[field], 0);

// Chosen: a slot is booked at most a week ahead, but may be moved again and again. Four weeks keep
// the statement fast.
const PAID_WITHIN = 28 * DAY;

/** Paid tickets by film that start between 6 PM and 6 AM in the cinema's zone. */
export async function reportTonight({ db, now }: Deps) {
  const span = tonight(now());
  const films = (await ticketsStartingIn(db, span, new Date(now().getTime() - PAID_WITHIN))).map(
    ({ tickets, ...film }) => ({ film: filmRef(film), movieName: film.movieName, tickets }),
  );
  return { ...span, films, tickets: films.reduce((sum, { tickets }) => sum + tickets, 0) };
}

const NONE: WaitingCount = { count: 0, since: null };

export async function countWaitingSubmissions({
  db,
}: Deps): Promise<Record<'received' | 'inReview', WaitingCount>> {
  const rows = await countUndecidedSubmissions(db);
  const inStage = (wanted: string) => {
    const { stage: _, ...count } = rows.find(({ stage }) => stage === wanted) ?? {
      stage: wanted,
      ...NONE,
    };
    return count;
  };
  return { received: inStage('received'), inReview: inStage('in_review') };
}

export const countWaitingPayments = ({ db }: Deps) => countPaymentDecisions(db);

/** Reviews of the last 24 hours. */
export const countNewReviews = ({ db, now }: Deps) =>
  countReviewsSince(db, new Date(now().getTime() - DAY));

/**
 * `site`: null without a release. `lastBackupAt`: null if no backup was made with this database.
 */
export async function readSiteAndBackup(deps: Deps) {
  const site = await readSiteStatus(deps);
  return {
    site: site && {
      builtAt: new Date(site.builtAt),
      changesWaiting: site.changesWaiting,
      leftOut: site.leftOut,
    },
    lastBackupAt: await findLastBackupTime(deps.db),
  };
}
