import { statementMessages as text } from '#messages/producer.ts';

/** Shows and hides the table of a chart. Its `<details>` has the class `group`. */
export const TableSummary = () => (
  <summary className="plain-link">
    <span className="group-open:hidden">{text.asTable}</span>
    <span className="hidden group-open:inline">{text.hideTable}</span>
  </summary>
);
