import { isDeepStrictEqual } from 'node:util';

export type Facts = Record<string, unknown>;

/** What an operator's action changed in one thing. Without `before` it was made, without `after` it is gone. */
export interface Change {
  /** `movie night-rail` */
  what: string;
  before: Facts | null;
  after: Facts | null;
}

/** A change with nothing in it but what differs; none where nothing does. */
export function changeOf(what: string, before: Facts | null, after: Facts | null): Change[] {
  if (!before || !after) return [{ what, before, after }];
  const differing = Object.keys({ ...before, ...after }).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  if (!differing.length) return [];
  const only = (facts: Facts) => Object.fromEntries(differing.map((key) => [key, facts[key] ?? null]));
  return [{ what, before: only(before), after: only(after) }];
}
