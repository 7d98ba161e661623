import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Statement } from '#contract/producer.ts';
import { displayPlainDate, displayPlainMonth } from '#domain/format/plain-days.ts';
import { displaySignedPaise } from '#domain/format/report-money.ts';
import { producerFileMessages } from '#messages/producer-files.ts';
import { statementMessages as text } from '#messages/producer.ts';
import { onBackOrForward } from '#stores/lib/navigate.ts';
import {
  $months,
  $statement,
  chooseMonth,
  openMonthInUrl,
  openStatement,
  openStatements,
  saveStatementCsv,
  saveStatementPdf,
} from '#stores/producer/statements.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Field.tsx';
import { Icon } from '../catalogue/icons.tsx';
import { EmptyBox, LoadError, Loading } from '../loading/LoadStates.tsx';
import { StatementTable } from './StatementTable.tsx';
import { paidSteps, shareSteps } from '#stores/producer/waterfall.ts';

export function MonthStatement() {
  const { status } = useStore($months);
  useEffect(() => onBackOrForward(() => void openMonthInUrl()), []);
  if (status === 'process') return <Loading className="h-120" />;
  if (status === 'noData') return <EmptyBox title={text.none} sentence={text.noneNote} />;
  if (status === 'error') return <LoadError sentence={text.failed} onRetry={openStatements} />;
  return <ChosenMonth />;
}

function ChosenMonth() {
  const { months } = useStore($months);
  const { status, month, statement } = useStore($statement);
  return (
    <section
      className="grid gap-6 border-t border-line pt-5.5 *:min-w-0"
      aria-busy={status === 'process'}
    >
      <div className="flex flex-wrap items-end justify-between gap-4 [&>.field]:flex-[0_1_320px] max-sm:[&>.field]:flex-[1_1_100%]">
        <Select
          label={text.month}
          value={month}
          onChange={({ target }) => void chooseMonth(target.value)}
          choices={monthChoices(months, month)}
        />
        {statement && <StatementFiles statement={statement} />}
      </div>
      {status === 'process' && <Loading className="h-100" />}
      {status === 'noData' && <EmptyBox title={text.missing} sentence={text.noneNote} />}
      {status === 'error' && (
        <LoadError sentence={text.failed} onRetry={() => openStatement(month)} />
      )}
      {statement && <StatementTables statement={statement} />}
    </section>
  );
}

function StatementFiles({ statement }: { statement: Statement }) {
  const pdf = useStore(saveStatementPdf.$state);
  const csv = useStore(saveStatementCsv.$state);
  return (
    <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:[&>.button]:flex-1">
      <Button busy={pdf.status === 'process'} onClick={() => void saveStatementPdf.run(statement)}>
        <Icon name="save" />
        <span>{text.downloadPdf}</span>
      </Button>
      <Button
        kind="secondary"
        busy={csv.status === 'process'}
        onClick={() => void saveStatementCsv.run(statement)}
      >
        <Icon name="save" />
        <span>{text.downloadCsv}</span>
      </Button>
    </div>
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
    {!statement.isOpen && <p className="font-semibold wrap-anywhere">{approvalText(statement)}</p>}
    <div className="grid items-start gap-8 *:min-w-0 min-[68.75rem]:grid-cols-2 min-[68.75rem]:gap-14">
      <StatementTable
        statement={statement}
        caption={text.tableOf(displayPlainMonth(statement.month))}
        steps={shareSteps(statement)}
      />
      <StatementTable
        statement={statement}
        caption={text.paidByViewersNote}
        steps={paidSteps(statement)}
      />
    </div>
    <ul className="small grid max-w-[76ch] gap-1 text-soft">
      {statementNotes(statement).map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  </>
);

const approvalText = ({ approval }: Statement): string =>
  approval ? text.approval(approval, displayPlainDate) : text.notApproved;

const statementNotes = ({
  isOpen,
  approval,
  estimatedFees,
  returned,
  total,
}: Statement): string[] =>
  [
    producerFileMessages.shareNote,
    text.gstNote,
    returned.tickets !== 0 && producerFileMessages.returnedNote,
    estimatedFees > 0 && text.estimated(estimatedFees),
    isOpen && text.isOpen,
    approval !== null &&
      approval.producerShare !== total.producerShare &&
      text.approvedShare(displaySignedPaise(approval.producerShare)),
  ].filter((note) => note !== false);
