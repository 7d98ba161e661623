import { cinemaMonthRange } from '#domain/fiscal-year.ts';
import type { StatementSums } from '#domain/statement.ts';
import {
  addSums,
  estimatedFee,
  feeInPaise,
  returnedTicket,
  soldTicket,
  multiplySums,
} from '#domain/statement.ts';
import type { Config } from '../../../config/config.ts';
import type { Deps } from '../../../deps.ts';
import { findTicketGroupsOfMovies, type PeriodLength, type TicketGroup } from './queries.ts';

type ShareSettings = Pick<Config, 'platformSharePercent' | 'gatewayFeePercent'>;

export interface CalculatedGroup extends Pick<TicketGroup, 'kind' | 'period' | 'tickets'> {
  sums: StatementSums;
  percent: number;
  isEstimated: boolean;
}

/** The fee is unknown. Free tickets had no provider. */
const isEstimated = ({ fee, received }: TicketGroup): boolean => fee === null && received > 0;

/**
 * Chosen: imported tickets use the current share setting, because no share was agreed at their
 * sale.
 */
export function calculateGroup(settings: ShareSettings, group: TicketGroup): CalculatedGroup {
  const { kind, period, tickets, price, discount, gst, received, fee, rate } = group;
  const percent = group.percent ?? settings.platformSharePercent;
  const gatewayFee =
    fee === null ? estimatedFee(received, settings.gatewayFeePercent) : feeInPaise(fee, rate);
  const amounts = { price, discount, gst, received, gatewayFee, platformSharePercent: percent };
  const returned = { from: group.returnedFrom ?? 0, to: group.returnedTo ?? received };
  const ticketSums = kind === 'sold' ? soldTicket(amounts) : returnedTicket(amounts, returned);
  return {
    kind,
    period,
    tickets,
    percent,
    sums: multiplySums(ticketSums, tickets),
    isEstimated: isEstimated(group),
  };
}

/**
 * The tickets of some films in a month, by film. Films without sold or returned tickets are left
 * out.
 */
export async function calculateMonth(
  { db, config }: Deps,
  { movieIds, month, by }: { movieIds: number[]; month: string; by: PeriodLength },
) {
  const groups = await findTicketGroupsOfMovies({
    db,
    movieIds,
    by,
    range: cinemaMonthRange(month),
  });
  // The range includes the first instant of the next month.
  const ofMonth = groups.filter(({ period }) => period.startsWith(month));
  return new Map(
    [...Map.groupBy(ofMonth, ({ movieId }) => movieId)].map(([movieId, ofMovie]) => [
      movieId,
      ofMovie.map((group) => calculateGroup(config, group)),
    ]),
  );
}

export const sumGroups = (all: readonly CalculatedGroup[]): StatementSums =>
  addSums(all.map(({ sums }) => sums));

export function groupByPeriod(
  all: readonly CalculatedGroup[],
): { period: string; groups: CalculatedGroup[] }[] {
  const periods = [...new Set(all.map(({ period }) => period))];
  return periods.map((period) => ({
    period,
    groups: all.filter((each) => each.period === period),
  }));
}
