import type { Statement } from '#contract/producer.ts';
import type { StatementSums } from '#domain/statement.ts';
import { producerFileMessages } from '#messages/producer-files.ts';
import { statementMessages as text } from '#messages/producer.ts';

export interface Step {
  line: keyof typeof text.lines;
  label: string;
  kind: 'count' | 'addition' | 'deduction' | 'subtotal' | 'result';
  /** Bar ends as shares of the highest sum; both 0 without a bar. */
  from: number;
  to: number;
}

/** Deductions are negative. */
export const stepValue = (
  { line, kind }: Pick<Step, 'line' | 'kind'>,
  sums: StatementSums,
): number => (kind === 'deduction' ? -sums[line] || 0 : sums[line]);

/** From the price to the producer's share. */
export function shareSteps(statement: Statement): Step[] {
  const { total, platformSharePercents } = statement;
  const percents = producerFileMessages.percents(platformSharePercents);
  const afterFee = total.taxable - total.gatewayFee;
  return toScale([
    { line: 'tickets', kind: 'count' },
    { line: 'price', kind: 'addition', from: 0, to: total.price },
    { line: 'discount', kind: 'deduction', from: total.taxable, to: total.price },
    { line: 'taxable', kind: 'subtotal', from: 0, to: total.taxable },
    { line: 'gatewayFee', kind: 'deduction', from: afterFee, to: total.taxable },
    {
      line: 'platformShare',
      kind: 'deduction',
      from: total.producerShare,
      to: afterFee,
      ...(percents && { label: text.less(text.platformShareOf(percents)) }),
    },
    { line: 'producerShare', kind: 'result', from: 0, to: total.producerShare },
  ]);
}

/** From the sales to the amount that viewers paid. */
export function paidSteps({ total }: Statement): Step[] {
  const withGst = total.taxable + total.gst;
  return toScale([
    { line: 'taxable', kind: 'addition', from: 0, to: total.taxable },
    { line: 'gst', kind: 'addition', from: total.taxable, to: withGst },
    { line: 'roundOff', kind: 'addition', from: withGst, to: total.received },
    { line: 'received', kind: 'result', from: 0, to: total.received },
  ]);
}

/** A month with more refunds than sales has no bars. */
function toScale(steps: (Pick<Step, 'line' | 'kind'> & Partial<Step>)[]): Step[] {
  const ends = steps.flatMap(({ from = 0, to = 0 }) => [from, to]);
  const highest = Math.max(...ends);
  const scale = highest > 0 && Math.min(...ends) >= 0 ? 1 / highest : 0;
  return steps.map(({ from = 0, to = 0, ...step }) => ({
    label: step.kind === 'deduction' ? text.less(text.lines[step.line]) : text.lines[step.line],
    ...step,
    from: Math.min(from, to) * scale,
    to: Math.max(from, to) * scale,
  }));
}
