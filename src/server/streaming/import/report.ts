import { csvRow, BYTE_ORDER_MARK } from '#domain/csv.ts';
import { firstOf } from '#domain/existing.ts';
import { displayNumber } from '#domain/format/numbers.ts';
import type { WithdrawalRefunds } from '../booking/withdrawals/withdrawal-refunds.ts';

export const SECTIONS = [
  'users',
  'movies',
  'collections',
  'channels',
  'coupons',
  'reviews',
  'orders',
  'pages',
] as const;
export type SectionName = (typeof SECTIONS)[number];

export interface Counts {
  added: number;
  changed: number;
  unchanged: number;
  rejected: number;
}

export interface RowFault {
  /** Full sentence: `there is no film "film-99"`. */
  reason: string;
  /** The same for every row with this fault: `there is no such film`. */
  cause: string;
  /** The part that differs between rows: `film-99`. */
  value?: string;
}

export interface ReportedRow {
  section: SectionName;
  ref: string | null;
  /** `entry 4`, `row 5` of a table, or `page`. */
  at: string;
  /** `movies, entry 4 (salt-post)`. */
  row: string;
  reason: string;
  faults: RowFault[];
}

export type NameKind = 'language' | 'genre';

/** A language or genre of the file that the cinema does not have. */
export interface NewName {
  kind: NameKind;
  name: string;
  /** The most similar name of the cinema. */
  nearest: string | null;
  films: number;
}

export interface ImportReport {
  sections: Partial<Record<SectionName, Counts>>;
  rejected: ReportedRow[];
  /** Refunds of tickets for withdrawn films; null if none. */
  returns: WithdrawalRefunds | null;
  /** Imported rows that are not shown, although the file says `active: Y`. */
  heldBack: ReportedRow[];
  notes: string[];
  /** Languages and genres that the cinema did not have before. */
  newNames: NewName[];
  /** The operator stopped the import: the rows after the saved ones are missing. */
  isStopped: boolean;
  /** The number for `import undo`; null if the import is not recorded. */
  importRunId: number | null;
}

export interface Progress {
  phase: SectionName;
  done: number;
  total: number;
}

export const reportedRowLine = ({ row, reason }: ReportedRow): string => `${row}: ${reason}`;

/** `movies: 72 new, 0 changed, 0 unchanged, 0 rejected` */
export const countsLine = (
  section: SectionName,
  { added, changed, unchanged, rejected }: Counts,
): string =>
  `${section}: ${added} new, ${changed} changed, ${unchanged} unchanged, ${rejected} rejected`;

/** `New language "Klingon" (2 films)`, or what to do if the import did not create it. */
export function newNameLines(newNames: NewName[], isCreated: boolean): string[] {
  const lines = newNames.map(({ kind, name, nearest, films }) => {
    const count = `${displayNumber(films)} ${films === 1 ? 'film' : 'films'}`;
    const hint = nearest === null ? '' : `, similar to "${nearest}"`;
    return `${isCreated ? 'New' : 'Unknown'} ${kind} "${name}" (${count}${hint})`;
  });
  if (lines.length === 0 || isCreated) return lines;
  return [...lines, 'Correct these names in the file, or add --create to create them.'];
}

const MAX_CAUSES = 16;
const MAX_EXAMPLES = 3;

interface Cause {
  cause: string;
  rows: { rejection: ReportedRow; fault: RowFault }[];
}

/**
 * `2,911 rows: there is no poster file (rows 4 "a.jpg", 9 "b.jpg", 12 "c.jpg" …)`, most frequent
 * first; 17 lines at most.
 */
export function causeLines({
  sections,
  rejected,
}: Pick<ImportReport, 'sections' | 'rejected'>): string[] {
  const hasSeveralSections = Object.keys(sections).length > 1;
  const causes = causesOf(rejected).toSorted((a, b) => b.rows.length - a.rows.length);
  const lines = causes.slice(0, MAX_CAUSES).map((cause) => causeLine(cause, hasSeveralSections));
  const hiddenCount = causes.length - lines.length;
  return hiddenCount
    ? [...lines, `${displayNumber(hiddenCount)} other causes are in the report file.`]
    : lines;
}

function causesOf(rejected: ReportedRow[]): Cause[] {
  const causes = new Map<string, Cause>();
  for (const rejection of rejected) {
    for (const fault of rejection.faults) {
      const key = `${rejection.section} ${fault.cause}`;
      const entry = causes.get(key) ?? { cause: fault.cause, rows: [] };
      causes.set(key, entry);
      // A row may have the same fault twice, for example for two actors.
      if (entry.rows.at(-1)?.rejection !== rejection) entry.rows.push({ rejection, fault });
    }
  }
  return [...causes.values()];
}

function causeLine({ cause, rows }: Cause, hasSeveralSections: boolean): string {
  const first = firstOf(rows);
  if (rows.length === 1) return `${first.rejection.row}: ${first.fault.reason}`;
  const examples = rows
    .slice(0, MAX_EXAMPLES)
    .map(({ rejection: { at, ref }, fault: { value } }) => {
      const number = at.split(' ')[1] ?? ref;
      return value === undefined ? number : `${number} "${value}"`;
    });
  const ofSection = hasSeveralSections ? ` of ${first.rejection.section}` : '';
  const end = rows.length > MAX_EXAMPLES ? ' …' : '';
  return `${displayNumber(rows.length)} rows${ofSection}: ${cause} (rows ${examples.join(', ')}${end})`;
}

export function reportCsv({ rejected, heldBack }: ImportReport): string {
  const linesOf = (outcome: string, rows: ReportedRow[]) =>
    rows.map(({ section, at, ref, reason }) => csvRow([outcome, section, at, ref, reason]));
  const header = csvRow(['outcome', 'section', 'row', 'ref', 'reason']);
  return [
    BYTE_ORDER_MARK,
    header,
    ...linesOf('rejected', rejected),
    ...linesOf('not on show', heldBack),
  ].join('');
}
