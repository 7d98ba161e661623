import { useStore } from '@nanostores/react';
import type { Statement } from '#contract/producer.ts';
import { statementMessages as text } from '#messages/producer.ts';
import { saveStatementCsv, saveStatementPdf } from '#stores/producer-statements.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '../catalogue/icons.tsx';

export function StatementFiles({ statement }: { statement: Statement }) {
  const pdf = useStore(saveStatementPdf.$state);
  const csv = useStore(saveStatementCsv.$state);
  return (
    <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:[&>.button]:flex-1">
      <Button busy={pdf.status === 'process'} onClick={() => void saveStatementPdf.run(statement)}>
        <Icon name="save" />
        {text.downloadPdf}
      </Button>
      <Button kind="secondary" busy={csv.status === 'process'} onClick={() => void saveStatementCsv.run(statement)}>
        <Icon name="save" />
        {text.downloadCsv}
      </Button>
    </div>
  );
}
