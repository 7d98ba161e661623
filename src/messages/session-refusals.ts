/** What the server answers about sign-ins, and the messages that it sends. Not part of the pages. */
export const sessionRefusals = {
  otpInvalid: 'Please Enter Valid OTP Number',
  tooManyToYou: 'We sent you several codes already. Wait before you ask for another.',
  tooManyFromNetwork:
    'Too many codes were sent to your network. Wait a while, or use another network.',
  tooManyNearby:
    'Too many codes were sent to numbers similar to yours. Wait before you ask for another.',
  tooManyInCountry: 'Too many codes were sent to your country. Wait before you ask for another.',
  tooManyTriesFromNetwork:
    'Too many attempts from your network. Wait a while, or use another network.',
  tooManyTries: 'Too many attempts. Wait a while and try again.',
  smsNotServed: 'We don’t send codes by SMS to this country. Sign up with your email address.',
  emailNotServed: 'Please sign up with your mobile number',
  codeMessage: (code: string, minutes: number) =>
    `${code} is your Matinee code. Valid ${minutes} minutes. Do not share it.`,
  codeSubject: (code: string) => `${code} is your Matinee code`,
  accountBlocked: 'Your account is blocked. Contact us if you think this is a mistake.',
  sessionNotFound: 'This device is not signed in any more',
  deviceOn: (browser: string, system: string) => `${browser} on ${system}`,
  passwordCommon: 'Many people use this password, so it is easy to guess. Choose another.',
  passwordIsOwn: 'Your own number or email address is easy to guess. Choose another password.',
  currentPasswordWrong: 'This is not your current password',
  proofRequired: 'Please enter your current password, or a code that we send you',
  passwordNoticeSubject: 'Your Matinee password was changed',
  passwordNotice:
    'The password of your Matinee account was changed. If you did not change it, sign in with a code now, set a new password and sign out all other devices.',
} as const;
