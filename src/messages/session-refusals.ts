/**
 * What the server answers about sign-ins, and the messages that it sends. Not part of the pages.
 */
export const sessionRefusals = {
  tooManyToYou: 'We sent you several codes already. Wait before you ask for another.',
  tooManyFromNetwork:
    'Too many codes were sent to your network. Wait a while, or use another network.',
  tooManyNearby:
    'Too many codes were sent to numbers similar to yours. Wait before you ask for another.',
  tooManyInCountry: 'Too many codes were sent to your country. Wait before you ask for another.',
  tooManyTriesFromNetwork:
    'Too many attempts from your network. Wait a while, or use another network.',
  tooManyTries: 'Too many attempts. Wait a while and try again.',
  codeMessage: (code: string, minutes: number) =>
    `${code} is your Matinee code. Valid ${minutes} minutes. Do not share it.`,
  codeSubject: (code: string) => `${code} is your Matinee code`,
  deviceOn: (browser: string, system: string) => `${browser} on ${system}`,
  passwordNoticeSubject: 'Your Matinee password was changed',
  passwordNotice:
    'The password of your Matinee account was changed. If you did not change it, sign in with a code now, set a new password and sign out all other devices.',
} as const;
