import type { StatementSums } from '#domain/statement.ts';
import { addSums, estimatedFee, feeInPaise, refundedTicket, soldTicket, multiplySums } from '#domain/statement.ts';
import type { Config } from '../../../config/config.ts';
import type { Batch } from './queries.ts';

type ShareSettings = Pick<Config, 'platformSharePercent' | 'gatewayFeePercent'>;

export interface CalculatedBatch extends Pick<Batch, 'kind' | 'period' | 'tickets'> {
  sums: StatementSums;
  percent: number;
  isEstimated: boolean;
}

/** The fee is unknown. Free tickets had no provider. */
const isEstimated = ({ fee, received }: Batch): boolean => fee === null && received > 0;

/** Chosen: imported tickets use the current share setting, because no share was agreed at their sale. */
export function calculateBatch(settings: ShareSettings, batch: Batch): CalculatedBatch {
  const { kind, period, tickets, price, discount, gst, received, fee, rate } = batch;
  const percent = batch.percent ?? settings.platformSharePercent;
  const gatewayFee = fee === null ? estimatedFee(received, settings.gatewayFeePercent) : feeInPaise(fee, rate);
  const ticketLine = kind === 'sold' ? soldTicket : refundedTicket;
  const line = ticketLine({ price, discount, gst, received, gatewayFee, platformSharePercent: percent });
  return { kind, period, tickets, percent, sums: multiplySums(line, tickets), isEstimated: isEstimated(batch) };
}

export const sumBatches = (all: readonly CalculatedBatch[]): StatementSums => addSums(all.map(({ sums }) => sums));

export function groupByPeriod(all: readonly CalculatedBatch[]): { period: string; batches: CalculatedBatch[] }[] {
  const periods = [...new Set(all.map(({ period }) => period))];
  return periods.map((period) => ({ period, batches: all.filter((each) => each.period === period) }));
}
