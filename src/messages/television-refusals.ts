/**
 * What the server answers about televisions, and the names that it gives them. Not part of the
 * pages.
 */
export const televisionRefusals = {
  television: 'Television',
  televisionOf: (system: string) => `Television · ${system}`,
  tooManyCodes: 'Too many codes were made in your network. Wait a while and try again.',
  confirmed: 'The television is signed in.',
} as const;
