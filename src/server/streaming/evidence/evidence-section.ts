import { toDecimal } from '#domain/pricing.ts';
import { distinctEnglishName } from '#domain/film.ts';
import { displayCinemaMoment } from '#domain/format/moments.ts';
import { disputeEvidenceMessages as text } from '#messages/dispute-evidence.ts';
import { isDrawable } from '../../typefaces/runs.ts';

export interface EvidenceTable {
  heads: readonly string[];
  /** Shares of the page's width, by column. */
  widths: readonly number[];
  rows: string[][];
}

/** A part of the PDF: texts, then facts, then a table. */
export interface EvidenceSection {
  title: string;
  texts?: string[];
  facts?: [label: string, value: string][];
  table?: EvidenceTable;
}

export interface EvidenceDocument {
  disputeId: string;
  /** The moment of the PDF. */
  at: Date;
  sections: EvidenceSection[];
}

export const momentText = (instant: Date | null | undefined): string =>
  instant ? displayCinemaMoment(instant) : text.nothing;

/** `minorUnits` of the currency. */
export const moneyText = (minorUnits: number, currency: string): string =>
  text.money(currency, toDecimal(minorUnits));

/** With the English name, or only the English name if no typeface covers the film's own. */
export function filmText(film: { movieName: string; movieNameEn: string | null }): string {
  const englishName = distinctEnglishName(film);
  if (!englishName) return film.movieName;
  return isDrawable(film.movieName) ? `${film.movieName} (${englishName})` : englishName;
}

/** Facts without a value are left out. */
export const factsWith = (
  facts: [label: string, value: string | null | undefined][],
): [string, string][] =>
  facts.flatMap(([label, value]) => (value ? [[label, value] satisfies [string, string]] : []));

/** Without rows, the section says so. */
export const tableSection = ({
  title,
  table,
  note,
  empty,
}: {
  title: string;
  table: EvidenceTable;
  note: string;
  empty: string;
}): EvidenceSection =>
  table.rows.length > 0 ? { title, texts: note ? [note] : [], table } : { title, texts: [empty] };
