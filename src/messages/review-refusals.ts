/** What the server answers about a review. Not part of the pages. */
export const reviewRefusals = {
  ticketNeeded: 'You can rate a film while your ticket for it is open',
  writtenAlready: 'You have reviewed this film before. Send again to replace that review.',
  tooMany: 'You sent too many reviews. Wait a while and try again.',
  notFound: 'This review no longer exists',
  anonymous: 'Viewer',
} as const;
