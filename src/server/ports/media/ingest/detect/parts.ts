/** Parts of a film that a filter found, in seconds. `times` are their starts. */
interface Parts {
  count: number;
  times: number[];
  /** Of the longest part. */
  seconds: number;
}

const NAMED_COUNT = 3;

/** Collects parts with bounded memory. */
export function collectParts() {
  const parts: Parts = { count: 0, times: [], seconds: 0 };
  return {
    parts,
    add(start: number, end: number) {
      parts.count += 1;
      if (parts.times.length < NAMED_COUNT) parts.times.push(Math.round(start));
      parts.seconds = Math.max(parts.seconds, Math.round(end - start));
    },
  };
}
