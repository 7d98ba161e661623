/**
 * Suggests a known name for a mistyped one, by its whole spelling, else by one of its words. Null
 * when none is near.
 */
export function nearestName(name: string, candidates: readonly string[]): string | null {
  const typed = spellingOf(name);
  const closest = (spellingsOf: (candidate: string) => string[]): string | null => {
    const near = candidates
      .map((each) => ({
        each,
        distance: Math.min(
          ...spellingsOf(each).map((spelling) => boundedDistance(typed, spelling)),
        ),
      }))
      .filter(({ distance }) => distance < Infinity);
    return near.toSorted((a, b) => a.distance - b.distance)[0]?.each ?? null;
  };
  return closest((each) => [spellingOf(each)]) ?? closest((each) => wordsOf(each).map(spellingOf));
}

/** Ignores case, spaces, hyphens and underscores: `Movie Name` equals `movieName`. */
const spellingOf = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');

/** `primaryLanguage` → `primary`, `Language`. Words of up to three letters match too easily. */
const wordsOf = (name: string): string[] =>
  name.split(/(?<=\p{Ll})(?=\p{Lu})|[\s_-]+/u).filter((word) => word.length > 3);

const MAX_DISTANCE = 3;

/** Infinity when more than a third of the letters differ. */
function boundedDistance(a: string, b: string): number {
  const maxDistance = Math.min(MAX_DISTANCE, Math.floor(Math.max(a.length, b.length) / 3));
  const distance = Math.abs(a.length - b.length) > maxDistance ? Infinity : editDistance(a, b);
  return distance > maxDistance ? Infinity : distance;
}

/** Damerau-Levenshtein distance (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const distance = (i: number, j: number) => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        distance(i - 1, j) + 1,
        distance(i, j - 1) + 1,
        distance(i - 1, j - 1) + (isSame ? 0 : 1),
        isSwap ? distance(i - 2, j - 2) + 1 : Infinity,
      );
    }
  }
  return distance(a.length, b.length);
}
