import type { OperationDescription } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';

export const OperationHelp = ({ operation: { details } }: { operation: OperationDescription }) =>
  details && (
    <details className="office-details">
      <summary>{text.help}</summary>
      <p className="office-lines">{details}</p>
    </details>
  );
