/** What the server answers about televisions, and the names that it gives them. Not part of the pages. */
export const televisionRefusals = {
  television: 'Television',
  televisionOf: (system: string) => `Television · ${system}`,
  codeUnknown:
    'No television waits with this code. Check the letters, or use the newest code on the television.',
  tooManyCodes: 'Too many codes were made in your network. Wait a while and try again.',
  confirmed: 'The television is signed in.',
  authorizationPending: 'Nobody has confirmed this code yet.',
  slowDown: 'Ask less often.',
  accessDenied: 'The sign-in was refused on the phone.',
  expiredCode: 'This code has expired.',
  usedCode: 'This code is not valid any more.',
  notOpen: 'This television is not open. Open the cinema on the television and try again.',
} as const;
