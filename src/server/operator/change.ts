import { isDeepStrictEqual } from 'node:util';

export type Facts = Record<string, unknown>;

/** A change of one object. `before` is null if it was created, `after` if it was deleted. */
export interface Change {
  /** `movie night-rail` */
  what: string;
  before: Facts | null;
  after: Facts | null;
}

/** Returns a change with only the facts that differ; an empty list if none differ. */
export function changeOf(what: string, before: Facts | null, after: Facts | null): Change[] {
  if (!before || !after) return [{ what, before, after }];
  const differing = Object.keys({ ...before, ...after }).filter(
    (key) => !isDeepStrictEqual(before[key], after[key]),
  );
  if (!differing.length) return [];
  const only = (facts: Facts) =>
    Object.fromEntries(differing.map((key) => [key, facts[key] ?? null]));
  return [{ what, before: only(before), after: only(after) }];
}
