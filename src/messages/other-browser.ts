/** A viewer who leaves the browser inside an app. */
export const otherBrowserMessages = {
  open: 'Open in your browser',
  openNote:
    'If your bank’s page does not open here, continue in your own browser. You stay signed in.',
  linkNote:
    'If nothing has opened, copy this address and open it in your browser. It works once, for five minutes.',
  link: 'Address',
  copyLink: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying failed. Select the address and copy it.',
  title: 'Continue here',
  lead: 'You began this in another browser. Continue here, and you are signed in.',
  notYours: 'Continue only if you opened this address yourself.',
  continue: 'Continue',
  incomplete: 'This address is not complete. Copy the whole address, or sign in.',
} as const;
