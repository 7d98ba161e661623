import { displayDay, displayHour, HOUSE_ZONE, local } from '#domain/dates.ts';
import type { Change, Facts } from '#server/operator/change.ts';
import type { Answer } from './verb.ts';

const LONGEST = 72;

/** A value in one line, for people; cut where it is longer than `most`. */
export function shown(value: unknown, most = LONGEST): string {
  if (value === null || value === undefined || value === '') return '-';
  if (value instanceof Date) return local(value, HOUSE_ZONE)!.format('YYYY-MM-DD HH:mm');
  if (Array.isArray(value))
    return value.length ? shortened(value.map((each) => shown(each, most)).join(', '), most) : '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return shortened(JSON.stringify(value), most);
  return shortened(String(value as string | number), most);
}

const shortened = (text: string, most: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)} …` : line;
};

/** How many columns a text takes, near enough: marks stand on the letter before them. */
const widthOf = (text: string): number => text.replace(/[\p{Mn}\p{Me}\p{Cf}]/gu, '').length;
const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Rows under their headings. `columns`: heading by the name of the value. */
export function table<Row extends object>(rows: Row[], columns: Partial<Record<keyof Row & string, string>>): string[] {
  if (!rows.length) return ['Nothing fits.'];
  const names = Object.keys(columns) as (keyof Row & string)[];
  const cells = [names.map((name) => columns[name]!), ...rows.map((row) => names.map((name) => shown(row[name])))];
  const widths = names.map((_, at) => Math.max(...cells.map((line) => widthOf(line[at]!))));
  return cells.map((line) =>
    line
      .map((cell, at) => padded(cell, widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}

/** Facts one under the other, whole. */
export function sheet(facts: Facts): string[] {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  return Object.entries(facts).map(([name, value]) => `${name.padEnd(width)}  ${shown(value, Infinity)}`);
}

export const list = <Row extends object>(
  name: string,
  rows: Row[],
  columns: Partial<Record<keyof Row & string, string>>,
): Answer => ({ data: { [name]: rows }, lines: table(rows, columns) });

/** What a change did, or (`isDry`) would do. */
export function changesAnswer(changes: Change[], isDry: boolean): Answer {
  const lines = changes.length ? changes.flatMap(linesOf) : ['Nothing to change: it is so already.'];
  return {
    data: { dryRun: isDry, changes },
    lines: isDry ? ['Would change, and nothing was written:', ...lines] : lines,
  };
}

function linesOf({ what, before, after }: Change): string[] {
  if (!after) return [`${what} is gone`];
  const facts = Object.entries(after).filter(([, value]) => before || (value !== null && value !== ''));
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  const rows = facts.map(([name, value]) => {
    const now = shown(value);
    return `  ${name.padEnd(width)}  ${before ? `${shown(before[name])} → ${now}` : now}`;
  });
  return [before ? what : `${what} is new`, ...rows];
}

/** `Sat 21 Nov, 7.00 PM` of India's clock. */
export const when = (instant: Date): string =>
  `${displayDay(instant, HOUSE_ZONE)}, ${displayHour(instant, HOUSE_ZONE)}`;
