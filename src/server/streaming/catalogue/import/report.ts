import type { Returns } from '../../payments/refunds/returns.ts';

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

export interface Rejection {
  section: SectionName;
  ref: string | null;
  /** Where it stands, for a person: `movies, entry 4 (salt-post)`, or `row 5` of a table. */
  row: string;
  reason: string;
}

export interface ImportReport {
  sections: Partial<Record<SectionName, Counts>>;
  rejected: Rejection[];
  /** What the films that the file takes off give back; null without such tickets. */
  returns: Returns | null;
  /** Rows that went in but are not on show, although the file says `active: Y`. */
  heldBack: Rejection[];
  /** What the operator must know of how the file was read. */
  notes: string[];
}

export interface Progress {
  phase: SectionName;
  done: number;
  total: number;
}

/** `movies, entry 4 (salt-post): ticketRate is missing` */
export const rejectionLine = ({ row, reason }: Rejection): string => `${row}: ${reason}`;

/** `movies: 72 new, 0 changed, 0 unchanged, 0 rejected` */
export const countsLine = (section: SectionName, { added, changed, unchanged, rejected }: Counts): string =>
  `${section}: ${added} new, ${changed} changed, ${unchanged} unchanged, ${rejected} rejected`;
