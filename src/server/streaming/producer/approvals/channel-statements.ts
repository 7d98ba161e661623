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
import { AppError } from '../../../errors.ts';
import type { Deps } from '../../../deps.ts';
import { type KeysetQuery, readKeysetPage } from '../../../keyset-page.ts';
import { filmRef, requireFilm } from '../../catalogue/manage/lookup.ts';
import { channelsWithIds } from '../../channels/queries.ts';
import { isOpenMonth, statementOf } from '../statements/actions.ts';
import { statementSheet } from '../statements/csv.ts';
import { requireStatementChannel } from './actions.ts';
import {
  type FilmStatement,
  readFilmFigures,
  readFilmStatements,
  summarize,
} from './film-statements.ts';
import { listApprovedChannelIds, listChannelIds } from './queries.ts';

const inRupees = (summary: ReturnType<typeof summarize>) => ({
  ...summary,
  producerShare: toRupees(summary.producerShare),
  changedSinceApproval: summary.changedSinceApproval
    ? toRupees(summary.changedSinceApproval)
    : null,
});

/**
 * The channels with sold or returned tickets in a month (`2026-11`), by number; films of deleted
 * channels come first. Amounts in rupees.
 */
export async function listChannelStatements(
  deps: Deps,
  month: string,
  { state, after, limit }: KeysetQuery & { state?: StatementState | undefined },
) {
  const { rows, next } = await readKeysetPage(
    limit,
    (count) => summarizeChannels(deps, month, { state, after, count }),
    ({ channelNo }) => channelNo,
  );
  const channels = await channelsWithIds(
    deps.db,
    rows.map(({ channelNo }) => channelNo),
  );
  const byId = new Map(channels.map((channel) => [channel.channelId, channel]));
  return {
    next,
    rows: rows.map(({ channelNo, ...row }) => {
      const { channelName, owner = null } = byId.get(channelNo) ?? {
        channelName: text.deletedChannels,
      };
      return { channelId: channelNo, channelName, owner, month, ...row };
    }),
  };
}

type ChannelSummary = ReturnType<typeof inRupees> & { channelNo: number; films: number };

/** More channels than rows are read at once: not every channel has a statement. */
const SPARE_CHANNELS = 20;

/**
 * The next `count` channels with sold or returned tickets, by number. Chosen: in parts, because a
 * month may have too many tickets.
 */
async function summarizeChannels(
  deps: Deps,
  month: string,
  {
    state,
    after,
    count,
  }: { state?: StatementState | undefined; after?: number | undefined; count: number },
) {
  const isOpen = isOpenMonth(deps, month);
  if (state !== undefined && isOpen !== (state === 'open')) return [];
  const isApproved = state === 'approved' || state === 'paid';
  const found: ChannelSummary[] = [];
  let last: number | undefined = after;
  while (found.length < count) {
    const size = count - found.length + SPARE_CHANNELS;
    const channelIds = isApproved
      ? await listApprovedChannelIds({ db: deps.db, month, after: last, count: size })
      : await listChannelIds({ db: deps.db, month, after: last, count: size });
    const films = await readFilmFigures({ deps, month, by: 'month', channelIds });
    const byChannel = Map.groupBy(films, ({ channelId }) => channelId);
    for (const channelNo of channelIds) {
      const ofChannel = byChannel.get(channelNo);
      if (!ofChannel) continue;
      const row = { channelNo, films: ofChannel.length, ...inRupees(summarize(ofChannel, isOpen)) };
      if (state === undefined || row.state === state) found.push(row);
    }
    if (channelIds.length < size) break;
    last = channelIds.at(-1);
  }
  return found.slice(0, count);
}

/**
 * The statement of a channel, or of one of its films, for a month, as its producer sees it. Amounts
 * in rupees; `sheet` has a row for each film and day. Throws not_found, channel_ambiguous,
 * film_unknown.
 */
export async function showChannelStatement(
  deps: Deps,
  channel: string,
  month: string,
  film?: string,
) {
  const { channelId, channelName } = await requireStatementChannel(deps.db, channel);
  const movieId = film === undefined ? undefined : (await requireFilm(deps.db, film)).movieId;
  const films = (await readFilmStatements({ deps, month, by: 'day', channelId })).filter(
    ({ movie }) => movieId === undefined || movie.movieId === movieId,
  );
  if (!films.length)
    throw new AppError('channel_statement_not_found', [film ?? channelName, month]);
  const statements = films.map(({ movie, groups, approved }) =>
    statementOf(deps, { statementMovie: movie, month, groups, approved }),
  );
  const [sold, returned, total] = (['sold', 'returned', 'total'] as const).map((part) =>
    addSums(statements.map((statement) => statement[part])),
  ) as [StatementSums, StatementSums, StatementSums];
  return {
    facts: {
      channelId,
      channelName,
      month,
      ...inRupees(summarize(films, isOpenMonth(deps, month))),
    },
    steps: STATEMENT_FIELDS.map((field) => ({
      step: statementMessages.lines[field],
      sold: amountOf(sold, field),
      returned: amountOf(returned, field),
      total: amountOf(total, field),
    })),
    films: films.map((each) => filmRow(deps, month, each)),
    sheet: statementSheet(statements),
  };
}

const amountOf = (sums: StatementSums, field: StatementField): number =>
  field === 'tickets' ? sums.tickets : toRupees(sums[field]);

function filmRow(deps: Deps, month: string, film: FilmStatement) {
  const { state, tickets, producerShare, changedSinceApproval } = inRupees(
    summarize([film], isOpenMonth(deps, month)),
  );
  const { movie } = film;
  return {
    film: filmRef(movie),
    movieName: movie.movieName,
    state,
    tickets,
    producerShare,
    changedSinceApproval,
  };
}
