import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Statement } from '#contract/producer.ts';
import { displayPlainMonth } from '#domain/dates.ts';
import { commonMessages } from '#messages/common.ts';
import { producerFileMessages } from '#messages/producer-files.ts';
import { producerMessages, statementMessages as text } from '#messages/producer.ts';
import { onBackOrForward } from '#stores/lib/navigate.ts';
import {
  $months,
  $statement,
  chooseMonth,
  openMonthInUrl,
  openStatement,
  openStatements,
} from '#stores/producer-statements.ts';
import { EmptyBox, ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { StatementFiles } from './StatementFiles.tsx';
import { StatementTable } from './StatementTable.tsx';
import { paidSteps, shareSteps } from './waterfall.ts';

export function MonthStatement() {
  const { status } = useStore($months);
  useEffect(() => onBackOrForward(() => void openMonthInUrl()), []);
  if (status === 'process') return <Skeleton className="h-120" label={commonMessages.loading} />;
  if (status === 'noData') return <EmptyBox title={text.none} sentence={text.noneNote} />;
  if (status === 'error') return <LoadError onRetry={() => void openStatements()} />;
  return <ChosenMonth />;
}

const LoadError = ({ onRetry }: { onRetry: () => void }) => (
  <ErrorBox title={commonMessages.tryAgain} sentence={text.failed}>
    <Button kind="line" onClick={onRetry}>
      {producerMessages.tryOnceMore}
    </Button>
  </ErrorBox>
);

function ChosenMonth() {
  const { months } = useStore($months);
  const { status, month, statement } = useStore($statement);
  return (
    <section className="month" aria-busy={status === 'process'}>
      <div className="choosing">
        <Select
          label={text.month}
          value={month}
          onChange={({ target }) => void chooseMonth(target.value)}
          choices={monthChoices(months, month)}
        />
        {statement && <StatementFiles statement={statement} />}
      </div>
      {status === 'process' && <Skeleton className="h-100" label={commonMessages.loading} />}
      {status === 'noData' && <EmptyBox title={text.missing} sentence={text.noneNote} />}
      {status === 'error' && <LoadError onRetry={() => void openStatement(month)} />}
      {statement && <StatementTables statement={statement} />}
    </section>
  );
}

/** Includes the month in the URL even if it is not listed. */
function monthChoices(months: { month: string; isOpen: boolean }[], shown: string) {
  const isListed = months.some(({ month }) => month === shown);
  const all = isListed || !shown ? months : [{ month: shown, isOpen: false }, ...months];
  return all.map(({ month, isOpen }) => {
    const name = displayPlainMonth(month);
    return { value: month, label: isOpen ? text.openMonth(name) : name };
  });
}

const StatementTables = ({ statement }: { statement: Statement }) => (
  <>
    <div className="two-sums">
      <StatementTable
        statement={statement}
        caption={text.tableOf(displayPlainMonth(statement.month))}
        steps={shareSteps(statement)}
      />
      <StatementTable statement={statement} caption={text.paidByViewersNote} steps={paidSteps(statement)} />
    </div>
    <ul className="notes sm soft">
      {statementNotes(statement).map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  </>
);

const statementNotes = ({ isOpen, estimatedFees, returned }: Statement): string[] =>
  [
    producerFileMessages.shareNote,
    text.gstNote,
    returned.tickets !== 0 && producerFileMessages.returnedNote,
    estimatedFees > 0 && text.estimated(estimatedFees),
    isOpen && text.isOpen,
  ].filter((note) => note !== false);
