/** The placeholder colour of a film without artwork: stable per name and as dark as poster-tint.ts allows. */
export function posterColour(name: string): string {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + letter.codePointAt(0)!) % 360;
  return `hsl(${hash}, 38%, 19%)`;
}
