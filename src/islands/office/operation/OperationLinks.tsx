import type { OperationDescription } from '#contract/office.ts';
import { operationHref } from '#stores/office/view.ts';

interface OperationLinksProps {
  operations: OperationDescription[];
  /** The query of the form that a link opens. */
  queryFor?: (operation: OperationDescription) => string;
}

export const OperationLinks = ({ operations, queryFor }: OperationLinksProps) => (
  <ul className="office-operations">
    {operations.map((operation) => (
      <li key={operation.verb}>
        <a href={operationHref(operation, queryFor?.(operation))}>{operation.title}</a>
        <span className="small">{operation.summary}</span>
      </li>
    ))}
  </ul>
);
