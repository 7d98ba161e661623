/** What the server answers about a review. Not part of the pages. */
export const reviewRefusals = {
  tooMany: 'You sent too many reviews. Wait a while and try again.',
  notFound: 'This review no longer exists',
  anonymous: 'Viewer',
} as const;
