import { displayNumber } from '#domain/format/numbers.ts';
import type { SourceRow } from './source-row.ts';

const DATE_FIELDS = [
  'releaseDate',
  'streamingStartDate',
  'createdOn',
  'orderDate',
  'bookingStartTime',
  'paymentDate',
  'refundDate',
  'validFrom',
  'validUntil',
];
const NUMERIC = /^(?<first>\d{1,2})[-/.](?<second>\d{1,2})[-/.]\d{4}(?!\d)/;

interface DateText {
  at: string;
  text: string;
}

/**
 * Chosen: a date such as `12/5/2026` is always 12 May. If another date of the file can only have
 * the month first, the operator is told, because the author of the file probably meant 5 December.
 */
export function monthFirstNotes(rows: SourceRow[]): string[] {
  const monthFirst: DateText[] = [];
  const ambiguous: DateText[] = [];
  for (const { at, row } of rows) {
    for (const field of DATE_FIELDS) {
      const text = (row as Record<string, unknown> | null)?.[field];
      const groups = typeof text === 'string' ? NUMERIC.exec(text.trim())?.groups : undefined;
      if (!groups) continue;
      const [first, second] = [Number(groups['first']), Number(groups['second'])];
      if (second > 12 && first <= 12) monthFirst.push({ at, text: text as string });
      else if (first <= 12 && first !== second) ambiguous.push({ at, text: text as string });
    }
  }
  const [certain] = monthFirst;
  const [doubtful] = ambiguous;
  if (!certain || !doubtful) return [];
  const count =
    ambiguous.length === 1 ? '1 date was' : `${displayNumber(ambiguous.length)} dates were`;
  return [
    `Check the dates: "${certain.text}" (${certain.at}) has the month first, but ${count} read with the day first, such as "${doubtful.text}" (${doubtful.at}). Write dates as 2026-12-05.`,
  ];
}
