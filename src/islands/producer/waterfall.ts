import type { Statement, StatementSums } from '#contract/producer.ts';
import { producerFileMessages } from '#messages/producer-files.ts';
import { statementMessages as text } from '#messages/producer.ts';

type Line = keyof typeof text.lines;

export interface Step {
  line: Line;
  label: string;
  /** Counts tickets, adds or takes money, or says what is left. */
  kind: 'count' | 'part' | 'less' | 'sum' | 'result';
  /** Where its bar begins and ends, as shares of the highest sum; both 0 where there is none. */
  from: number;
  to: number;
}

/** What a step shows of some sums: what is taken is negative. */
export const stepValue = ({ line, kind }: Pick<Step, 'line' | 'kind'>, sums: StatementSums): number =>
  kind === 'less' ? -sums[line] || 0 : sums[line];

/** From the price to the producer's share. */
export function shareSteps(statement: Statement): Step[] {
  const { total, platformSharePercents } = statement;
  const percents = producerFileMessages.percents(platformSharePercents);
  const left = total.taxable - total.gatewayFee;
  return drawn([
    { line: 'tickets', kind: 'count' },
    { line: 'price', kind: 'part', from: 0, to: total.price },
    { line: 'discount', kind: 'less', from: total.taxable, to: total.price },
    { line: 'taxable', kind: 'sum', from: 0, to: total.taxable },
    { line: 'gatewayFee', kind: 'less', from: left, to: total.taxable },
    {
      line: 'platformShare',
      kind: 'less',
      from: total.producerShare,
      to: left,
      ...(percents && { label: text.less(text.platformShareOf(percents)) }),
    },
    { line: 'producerShare', kind: 'result', from: 0, to: total.producerShare },
  ]);
}

/** From the sales to what viewers paid: what is never the producer's. */
export function paidSteps({ total }: Statement): Step[] {
  const withGst = total.taxable + total.gst;
  return drawn([
    { line: 'taxable', kind: 'part', from: 0, to: total.taxable },
    { line: 'gst', kind: 'part', from: total.taxable, to: withGst },
    { line: 'roundOff', kind: 'part', from: withGst, to: total.received },
    { line: 'received', kind: 'result', from: 0, to: total.received },
  ]);
}

type Outline = Pick<Step, 'line' | 'kind'> & Partial<Step>;

/** A month that gave back more than it sold has no bars: they would run the wrong way. */
function drawn(steps: Outline[]): Step[] {
  const ends = steps.flatMap(({ from = 0, to = 0 }) => [from, to]);
  const highest = Math.max(...ends);
  const scale = highest > 0 && Math.min(...ends) >= 0 ? 1 / highest : 0;
  return steps.map(({ from = 0, to = 0, ...step }) => ({
    label: step.kind === 'less' ? text.less(text.lines[step.line]) : text.lines[step.line],
    ...step,
    from: Math.min(from, to) * scale,
    to: Math.max(from, to) * scale,
  }));
}
