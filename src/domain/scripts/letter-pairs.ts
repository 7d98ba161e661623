/** A table of letters and their sounds, written as pairs: each letter, then at once its sound. */
export const pairs = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => [pair[0]!, pair.slice(1)]),
  );
