export const SECTIONS = ['users', 'movies', 'collections', 'channels', 'coupons', 'reviews', 'orders', 'pages'] as const;
export type SectionName = (typeof SECTIONS)[number];

export interface Counts {
  added: number;
  changed: number;
  unchanged: number;
  rejected: number;
}

export interface Rejection {
  section: SectionName;
  /** `line 5` of a CSV file, `entry 4` of a JSON section. */
  at: string;
  ref: string | null;
  reason: string;
}

export interface ImportReport {
  sections: Partial<Record<SectionName, Counts>>;
  rejected: Rejection[];
}

export interface Progress {
  phase: SectionName;
  done: number;
  total: number;
}

/** `movies, entry 4 (salt-post): ticketRate is missing` */
export const rejectionLine = ({ section, at, ref, reason }: Rejection): string =>
  `${section}, ${at}${ref ? ` (${ref})` : ''}: ${reason}`;

/** `movies: 72 new, 0 changed, 0 unchanged, 0 rejected` */
export const countsLine = (section: SectionName, { added, changed, unchanged, rejected }: Counts): string =>
  `${section}: ${added} new, ${changed} changed, ${unchanged} unchanged, ${rejected} rejected`;
