import type { Change, FactTypes, OperationResult } from '#contract/operation-result.ts';

/** Null if the operation lists no changes. */
export const changesOf = (result: OperationResult): Change[] | null =>
  result.view === 'changes' || result.view === 'invitation' ? result.data.changes : null;

/** A value that somebody else changed while a member edited it. */
export interface ChangedValue {
  /** The changed object: `movie night-rail`. */
  what: string;
  name: string;
  type: FactTypes[string] | undefined;
  seen: unknown;
  current: unknown;
  wanted: unknown;
}

/**
 * Compares two dry runs of one change. A value that a dry run does not list already was as the
 * member wants it.
 */
export function valuesChangedMeanwhile(
  seen: Change[],
  current: Change[],
  types: FactTypes,
): ChangedValue[] {
  const whats = [...new Set([...seen, ...current].map(({ what }) => what))];
  return whats.flatMap((what) => {
    const [old, now] = [seen, current].map((changes) => changes.find((each) => each.what === what));
    const after = { ...old?.after, ...now?.after };
    const valueIn = (change: Change | undefined, name: string) =>
      change?.before && name in change.before ? change.before[name] : after[name];
    return Object.keys({ ...old?.before, ...now?.before })
      .map((name) => ({
        what,
        name,
        type: types[name],
        seen: valueIn(old, name),
        current: valueIn(now, name),
        wanted: after[name],
      }))
      .filter((each) => JSON.stringify(each.seen) !== JSON.stringify(each.current));
  });
}
