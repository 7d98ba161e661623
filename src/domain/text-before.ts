/** The text up to the first separator, or all of it: `en` of `en-GB`. */
export function textBefore(text: string, separator: string): string {
  const end = text.indexOf(separator);
  return end < 0 ? text : text.slice(0, end);
}
