import type { CSSProperties } from 'react';
import type { Statement } from '#contract/producer.ts';
import { displaySignedPaise } from '#domain/format/report-money.ts';
import { displaySigned } from '#domain/format/signed-numbers.ts';
import type { StatementSums } from '#domain/statement.ts';
import { producerFileMessages } from '#messages/producer-files.ts';
import { statementMessages as text } from '#messages/producer.ts';
import { type Step, stepValue } from '#stores/producer/waterfall.ts';

interface StatementTableProps {
  statement: Statement;
  caption: string;
  steps: Step[];
}

/** Columns: sold, returned, total; only the total if nothing was returned. Bars draw the total. */
export function StatementTable({ statement, caption, steps }: StatementTableProps) {
  const { sold, returned, total } = statement;
  const parts: [string, StatementSums][] =
    returned.tickets === 0
      ? [[text.total, total]]
      : [
          [text.sold, sold],
          [text.returned, returned],
          [text.total, total],
        ];
  return (
    <table className="table statement-table">
      <caption className="pb-1.5 text-left font-tall text-25/[1.05] font-bold normal-nums">
        {caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">{producerFileMessages.amounts}</th>
          {parts.map(([name]) => (
            <th key={name} scope="col" className="money">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.line} className={`step-${step.kind}`}>
            <th scope="row">
              <span>{step.label}</span>
              <Bar step={step} />
            </th>
            {parts.map(([name, sums]) => (
              <td key={name} className="money">
                {(step.kind === 'count' ? displaySigned : displaySignedPaise)(
                  stepValue(step, sums),
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Bar = ({ step: { kind, from, to } }: { step: Step }) =>
  kind === 'count' || from === to ? null : (
    <span className="waterfall relative mt-[7px] block h-[5px]" aria-hidden="true">
      <i style={{ '--from': from, '--to': to } as CSSProperties} />
    </span>
  );
