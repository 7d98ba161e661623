import type { StatementSums } from '#domain/statement.ts';
import { addUp, estimatedFee, feeInPaise, returnedTicket, soldTicket, times } from '#domain/statement.ts';
import type { Config } from '../../../config/config.ts';
import type { Batch } from './queries.ts';

type House = Pick<Config, 'platformSharePercent' | 'gatewayFeePercent'>;

export interface Reckoned extends Pick<Batch, 'kind' | 'period' | 'tickets'> {
  sums: StatementSums;
  percent: number;
  isEstimated: boolean;
}

/** Whether the provider's fee must be guessed. What cost nothing went by no provider. */
const isEstimated = ({ fee, received }: Batch): boolean => fee === null && received > 0;

/**
 * A batch's figures by the rule of domain/statement.ts.
 * Chosen: for what was imported the house's share is today's setting: nothing was agreed with this house when it was sold.
 */
export function reckon(house: House, batch: Batch): Reckoned {
  const { kind, period, tickets, price, discount, gst, received, fee, rate } = batch;
  const percent = batch.percent ?? house.platformSharePercent;
  const gatewayFee = fee === null ? estimatedFee(received, house.gatewayFeePercent) : feeInPaise(fee, rate);
  const lineOf = kind === 'sold' ? soldTicket : returnedTicket;
  const line = lineOf({ price, discount, gst, received, gatewayFee, platformSharePercent: percent });
  return { kind, period, tickets, percent, sums: times(line, tickets), isEstimated: isEstimated(batch) };
}

export const sumOf = (all: readonly Reckoned[]): StatementSums => addUp(all.map(({ sums }) => sums));

/** In the order in which they come. */
export function byPeriod(all: readonly Reckoned[]): { period: string; of: Reckoned[] }[] {
  const periods = [...new Set(all.map(({ period }) => period))];
  return periods.map((period) => ({ period, of: all.filter((each) => each.period === period) }));
}
