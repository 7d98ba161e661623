import { z } from 'zod';

const Facts = z.record(z.string(), z.unknown()).nullish();
const Changes = z.array(z.object({ what: z.string(), before: Facts, after: Facts }));
export type Change = z.infer<typeof Changes>[number];

const Result = z.object({ changes: Changes });

/** Null if the result has no list of changes. */
export const changesIn = (data: unknown): Change[] | null =>
  Result.safeParse(data).data?.changes ?? null;

/** A value that somebody else changed while a member edited it. */
export interface ChangedValue {
  /** The changed object: `movie night-rail`. */
  what: string;
  name: string;
  seen: unknown;
  current: unknown;
  wanted: unknown;
}

/** Compares two dry runs of one change. A value that a dry run does not list already was as the member wants it. */
export function valuesChangedMeanwhile(seen: Change[], current: Change[]): ChangedValue[] {
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
        seen: valueIn(old, name),
        current: valueIn(now, name),
        wanted: after[name],
      }))
      .filter((each) => JSON.stringify(each.seen) !== JSON.stringify(each.current));
  });
}
