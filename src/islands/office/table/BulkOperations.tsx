import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import type { OperationDescription } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { firstOf } from '#domain/existing.ts';
import type { TableViewAtom } from '#stores/office/table.ts';
import { operationHref } from '#stores/office/view.ts';
import { Button } from '#ui/Button.tsx';

interface BulkOperationsProps {
  operations: OperationDescription[];
  $view: TableViewAtom;
}

const queryFor = ({ fields }: OperationDescription, keys: string[]) =>
  new URLSearchParams(keys.map((key) => [firstOf(fields).name, key])).toString();

export function BulkOperations({ operations, $view }: BulkOperationsProps) {
  const { selectedRows } = useStore($view);
  const status = useRef<HTMLParagraphElement>(null);
  const selectNone = () => {
    $view.set({ ...$view.get(), selectedRows: [] });
    status.current?.focus();
  };
  return (
    <div className="office-buttons">
      <p className="small" role="status" ref={status} tabIndex={-1}>
        {selectedRows.length > 0 ? text.selectedCount(selectedRows.length) : ''}
      </p>
      {selectedRows.length > 0 && (
        <>
          {operations.map((operation) => (
            <a
              key={operation.verb}
              className="button secondary small"
              href={operationHref(operation, queryFor(operation, selectedRows))}
            >
              {operation.title}
            </a>
          ))}
          <Button kind="secondary" small onClick={selectNone}>
            {text.selectNone}
          </Button>
        </>
      )}
    </div>
  );
}
