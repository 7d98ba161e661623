/** Refusals of the calls of televisions, and their names. */
export const televisionMessages = {
  television: 'Television',
  televisionOf: (system: string) => `Television · ${system}`,

  codeRequired: 'Enter the code that the television shows.',
  codeIncomplete: 'The code has eight letters. Enter it as the television shows it.',
  codeUnknown: 'No television waits with this code. Check the letters, or use the newest code on the television.',
  nameRequired: 'Enter a name for the television.',
  nameTooLong: 'Use at most 60 letters for the name.',
  tooManyCodes: 'Too many codes were made in your network. Wait a while and try again.',
  confirmed: 'The television is signed in.',
  unsupportedGrant: (grant: string) => `Send grant_type=${grant}.`,
  authorizationPending: 'Nobody has confirmed this code yet.',
  slowDown: 'Ask less often.',
  accessDenied: 'The sign-in was refused on the phone.',
  expiredCode: 'This code has expired.',
  usedCode: 'This code is not valid any more.',
  notOpen: 'This television is not open. Open the cinema on the television and try again.',
  movieNotFound: 'Movie not found',
} as const;
