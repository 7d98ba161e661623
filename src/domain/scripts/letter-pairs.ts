/** Parses `аa бb`: each pair is a letter followed by its sound. */
export const parseLetterPairs = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => [pair.charAt(0), pair.slice(1)]),
  );
