import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { Button } from '#ui/Button.tsx';
import type { TableState } from './use-table.ts';

export function TablePager({
  table: { page, lastPage, setPage, from, shown, total },
}: {
  table: TableState;
}) {
  return (
    <div className="office-buttons">
      <p className="small" role="status">
        {total > 0 ? text.rowCount(from + 1, from + shown.length, total) : text.noMatch}
      </p>
      {lastPage > 0 && (
        <>
          <Button
            kind="secondary"
            small
            aria-disabled={page === 0}
            onClick={() => setPage(Math.max(0, page - 1))}
          >
            {text.previousRows}
          </Button>
          <Button
            kind="secondary"
            small
            aria-disabled={page === lastPage}
            onClick={() => setPage(Math.min(lastPage, page + 1))}
          >
            {text.nextRows}
          </Button>
        </>
      )}
    </div>
  );
}
