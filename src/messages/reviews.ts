/** Reviews: reading, writing and editing them (spec §2, §5, §8). */
export const reviewMessages = {
  selectRatings: 'Select your ratings',
  enterComments: 'Please enter your comments',
  thankYou: 'Thank you for your review',
  updated: 'Your review has been updated',

  write: 'Write a review',
  edit: 'Edit your review',
  yourRating: 'Your rating',
  stars: (count: number) => (count === 1 ? '1 star' : `${count} stars`),
  yourComments: 'Your comments',
  signedWith: 'It is shown with your first name.',
  containsSpoilers: 'It tells how the story goes (spoilers)',
  draftKept: 'This is your draft. It has not been sent yet.',
  submit: 'Submit',
  notNow: 'Not now',
  tooLong: (most: number) => `Please keep it under ${most.toLocaleString('en-IN')} characters`,

  yourReview: 'Your review',
  hiddenByCinema: 'The cinema does not show this review. Only you can read it.',
  spoilerAhead: 'Tells how the story goes. Read it anyway',
  allReviews: (count: number) => (count === 1 ? 'Read the review' : `Read all ${count} reviews`),
  listTitle: 'Reviews',
  noReviewsTitle: 'No reviews yet',
  noReviews: 'Nobody has written about this film yet.',
  listFailed: 'The reviews did not arrive. Try again.',

  ticketNeeded: 'A film can be rated while your ticket for it is open.',
  writtenAlready: 'You have written about this film before. Send it again to put this in its place.',
  tooMany: 'That is a lot of writing at once. Please wait a little.',
  notFound: 'This review is not there any more',
  anonymous: 'Viewer',
} as const;
