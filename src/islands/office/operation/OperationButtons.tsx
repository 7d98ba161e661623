import type { OperationDescription } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { operationHref } from '#stores/office/view.ts';

interface OperationButtonsProps {
  operations: OperationDescription[];
  queryFor?: (operation: OperationDescription) => string;
}

export const OperationButtons = ({ operations, queryFor }: OperationButtonsProps) =>
  operations.length > 0 && (
    <nav aria-label={text.operationsLabel}>
      <ul className="office-buttons">
        {operations.map((operation) => (
          <li key={operation.verb}>
            <a
              className="button secondary small"
              href={operationHref(operation, queryFor?.(operation))}
              title={operation.summary}
            >
              {operation.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
