/** Throws RangeError for an empty text. */
export function codePointOf(character: string): number {
  const codePoint = character.codePointAt(0);
  if (codePoint === undefined) throw new RangeError('The text has no character');
  return codePoint;
}
