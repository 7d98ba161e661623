/**
 * The share of `sum` that belongs to the part of `total` between `from` and `to`; all three in the
 * same unit, `sum` in any. Rounded so that the shares of adjacent parts add up: from 0 to `total`
 * they are `sum`. Without a total, the only part has all of it.
 */
export function shareBetween(
  sum: number,
  total: number,
  { from, to }: { from: number; to: number },
): number {
  if (total === 0) return sum;
  const shareUpTo = (end: number) => Math.round((sum * end) / total);
  return shareUpTo(to) - shareUpTo(from);
}
