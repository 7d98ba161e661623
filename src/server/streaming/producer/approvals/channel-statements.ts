import { toRupees } from '#domain/pricing.ts';
import {
  addSums,
  STATEMENT_FIELDS,
  type StatementField,
  type StatementState,
  type StatementSums,
} from '#domain/statement.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import { statementMessages } from '#messages/producer.ts';
import type { Deps } from '../../../deps.ts';
import { filmRef, notFoundError, requireFilm } from '../../catalogue/manage/lookup.ts';
import { findChannels, requireChannel } from '../../channels/actions.ts';
import { isOpenMonth, statementOf } from '../statements/actions.ts';
import { statementCsv } from '../statements/csv.ts';
import { type FilmStatement, readFilmStatements, summarize } from './film-statements.ts';

const inRupees = (summary: ReturnType<typeof summarize>) => ({
  ...summary,
  producerShare: toRupees(summary.producerShare),
  changedSinceApproval: summary.changedSinceApproval ? toRupees(summary.changedSinceApproval) : null,
});

/** The channels with sold or returned tickets in a month (`2026-11`), by number. Amounts in rupees. */
export async function listChannelStatements(
  deps: Deps,
  month: string,
  { state, limit }: { state?: StatementState | undefined; limit: number },
) {
  const channels = new Map((await findChannels(deps)).map((channel) => [channel.channelId, channel]));
  const byChannel = Map.groupBy(await readFilmStatements(deps, month, 'month'), ({ channelId }) => channelId);
  return [...byChannel]
    .map(([channelId, films]) => {
      const { channelName = null, owner = null } = channels.get(channelId ?? 0) ?? {};
      const summary = inRupees(summarize(films, isOpenMonth(deps, month)));
      return { channelId, channelName, owner, month, films: films.length, ...summary };
    })
    .filter((row) => state === undefined || row.state === state)
    .toSorted((one, two) => (one.channelId ?? Infinity) - (two.channelId ?? Infinity))
    .slice(0, limit);
}

/**
 * The statement of a channel, or of one of its films, for a month, as its producer sees it. Amounts in rupees; `csv` has a row
 * for each film and day. Throws not_found, channel_ambiguous, film_unknown.
 */
export async function showChannelStatement(deps: Deps, channel: string, month: string, film?: string) {
  const { channelId, channelName } = await requireChannel(deps.db, channel);
  const movieId = film === undefined ? undefined : (await requireFilm(deps.db, film)).movieId;
  const films = (await readFilmStatements(deps, month, 'day', channelId)).filter(
    ({ movie }) => movieId === undefined || movie.movieId === movieId,
  );
  if (!films.length) throw notFoundError(text.noStatement(film ?? channelName, month));
  const statements = films.map(({ movie, groups, approved }) => statementOf(deps, movie, month, groups, approved));
  const [sold, returned, total] = (['sold', 'returned', 'total'] as const).map((part) =>
    addSums(statements.map((statement) => statement[part])),
  ) as [StatementSums, StatementSums, StatementSums];
  return {
    facts: { channelId, channelName, month, ...inRupees(summarize(films, isOpenMonth(deps, month))) },
    steps: STATEMENT_FIELDS.map((field) => ({
      step: statementMessages.lines[field],
      sold: amountOf(sold, field),
      returned: amountOf(returned, field),
      total: amountOf(total, field),
    })),
    films: films.map((each) => filmRow(deps, month, each)),
    csv: statementCsv(...statements),
  };
}

const amountOf = (sums: StatementSums, field: StatementField): number =>
  field === 'tickets' ? sums.tickets : toRupees(sums[field]);

function filmRow(deps: Deps, month: string, film: FilmStatement) {
  const { state, tickets, producerShare, changedSinceApproval } = inRupees(summarize([film], isOpenMonth(deps, month)));
  const { movie } = film;
  return { film: filmRef(movie), movieName: movie.movieName, state, tickets, producerShare, changedSinceApproval };
}
