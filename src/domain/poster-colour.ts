/** The colour of a film that has no artwork: always the same for a name, and as dark as the colours that artwork gives (see gel.ts). */
export function posterColour(name: string): string {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + letter.codePointAt(0)!) % 360;
  return `hsl(${hash}, 38%, 19%)`;
}
