import { displayNumber } from '#domain/format/numbers.ts';
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
  signedWith: 'Your review appears with your first name.',
  containsSpoilers: 'My review gives away the story (spoilers)',
  draftKept: 'This is your draft. It has not been sent yet.',
  submit: 'Submit',
  notNow: 'Not now',
  tooLong: (most: number) => `Please keep it under ${displayNumber(most)} characters`,

  yourReview: 'Your review',
  hiddenByCinema: 'We have hidden this review. Only you can read it.',
  spoilerAhead: 'Contains spoilers. Read it anyway',
  allReviews: (count: number) => (count === 1 ? 'Read the review' : `Read all ${count} reviews`),
  listTitle: 'Reviews',
  noReviewsTitle: 'No reviews yet',
  listFailed: 'We couldn’t load the reviews. Check your connection and try again.',
} as const;
