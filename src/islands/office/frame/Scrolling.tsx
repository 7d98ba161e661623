import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { Elements } from '#ui/elements.ts';

/* Safari does not focus elements that scroll, and the keyboard scrolls only what has the focus. */

export const ScrollingTable = ({ title, children }: { title: string; children: Elements }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="office-scroll" role="region" aria-label={text.tableRegion(title)} tabIndex={0}>
    {children}
  </div>
);

interface ScrollingTextProps {
  label: string;
  lines: string[];
  /** `log`: screen readers announce new lines. */
  role?: 'region' | 'log';
}

export const ScrollingText = ({ label, lines, role = 'region' }: ScrollingTextProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <pre className="office-text" role={role} aria-label={label} tabIndex={0}>
    {lines.join('\n')}
  </pre>
);
