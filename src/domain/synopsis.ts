import { SYNOPSIS_MAX_LETTERS } from './limits/catalogue.ts';

/**
 * Cuts after the last whole word within the limit. `remainder` (the text behind Read more) is empty
 * if everything fits.
 */
export function splitSynopsis(
  text: string,
  limit = SYNOPSIS_MAX_LETTERS,
): { preview: string; remainder: string } {
  const whole = text.trim();
  const letters = [...new Intl.Segmenter().segment(whole)];
  const end = letters[limit]?.index;
  if (end === undefined) return { preview: whole, remainder: '' };
  const space = whole.lastIndexOf(' ', end);
  const cut = space > end / 2 ? space : end;
  return { preview: whole.slice(0, cut), remainder: whole.slice(cut) };
}
