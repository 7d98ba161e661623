import { statementMessages as text } from '#messages/producer.ts';

/** Shows and hides the table of a chart. */
export const TableSummary = () => (
  <summary className="plain-link">
    <span className="if-closed">{text.asTable}</span>
    <span className="if-open">{text.hideTable}</span>
  </summary>
);
