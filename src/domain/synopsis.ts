import { SYNOPSIS_LIMIT } from './limits.ts';

/**
 * A synopsis as what is read first and what Read more adds. Cut after the last whole word within the limit,
 * never inside a letter; `rest` is empty when all of it fits.
 */
export function splitSynopsis(text: string, limit = SYNOPSIS_LIMIT): { head: string; rest: string } {
  const whole = text.trim();
  const letters = [...new Intl.Segmenter().segment(whole)];
  const end = letters[limit]?.index;
  if (end === undefined) return { head: whole, rest: '' };
  const space = whole.lastIndexOf(' ', end);
  const cut = space > end / 2 ? space : end;
  return { head: whole.slice(0, cut), rest: whole.slice(cut) };
}
