import { codePointOf } from './code-point.ts';

/**
 * The colour of a film or person without a picture: the same for each name, within the limits of
 * placeholder-colour.ts.
 */
export function nameColour(name: string): string {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + codePointOf(letter)) % 360;
  return `hsl(${hash}, 38%, 19%)`;
}
