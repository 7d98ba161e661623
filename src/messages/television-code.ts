/** /tv-code: the viewer signs in a television. */
export const televisionCodeMessages = {
  signInTelevision: 'Sign in a television',
  codeLead: (address: string) =>
    `Open ${address} on the television. It shows a code of eight letters.`,
  codeLabel: 'Code on the television',
  continue: 'Continue',
  isItYours: 'Sign in this television?',
  compareCodes:
    'Confirm only if the television in front of you shows this code. It can then play your tickets.',
  deviceName: 'Name',
  deviceNameHint: 'Settings shows the television under this name.',
  confirm: 'Confirm',
  notMe: 'Not me',
  confirmedTitle: 'The television is signed in',
  confirmedNote: (name: string) =>
    `${name} can now play your tickets. You can sign it out in Settings.`,
  toDevices: 'Open Settings',
  deniedTitle: 'The television is not signed in',
  deniedNote: 'Its code is not valid any more. You need to do nothing else.',
  anotherCode: 'Enter another code',
} as const;
