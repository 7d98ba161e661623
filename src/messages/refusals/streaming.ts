import { bookingMessages } from '../booking.ts';
import { placeMessages } from '../places.ts';
import { playbackRefusals } from '../playback-refusals.ts';
import { playbackMessages } from '../playback.ts';
import { producerFileMessages } from '../producer-files.ts';
import { reviewRefusals } from '../review-refusals.ts';
import { submissionRefusals } from '../submission-refusals.ts';

/** The sentences of the refusals of the catalogue, films, reviews, producers and submissions. */
export const streamingSentences = {
  already_reviewed: 'You have reviewed this film before. Send again to replace that review.',
  catalogue_busy: 'The list of films is being updated. Try again in a moment.',
  channel_not_found: producerFileMessages.channelNotFound,
  film_not_playable: 'This film is not ready to play yet. Try again later.',
  film_part_not_found: playbackRefusals.notInFilm,
  genre_not_found: 'We don’t have one of these genres any more. Choose again.',
  key_not_found: playbackRefusals.notInFilm,
  map_not_set_up: placeMessages.tilesMissing,
  no_maker: 'The account that submitted this film was deleted',
  no_price: 'A film with a date needs a price. Use 0 for a free film.',
  order_not_found: bookingMessages.orderNotFound,
  package_unknown: 'There is no such package. Look at the page of the film again.',
  page_too_large: producerFileMessages.pageTooLarge,
  places_away: placeMessages.searchUnavailable,
  play_not_found: 'We couldn’t find this playback. Open the film again.',
  play_token_invalid: 'Your link to the film has expired. Open the film again.',
  playback_not_found: playbackMessages.playbackOver,
  poster_broken: 'We couldn’t read this picture. Save it again, or choose another.',
  poster_changed: 'The filmmaker has just changed the poster. Check it again.',
  poster_format: 'A poster must be a JPEG, PNG or WebP picture',
  poster_heavy: submissionRefusals.pictureFileTooLarge,
  poster_interrupted: 'The upload did not finish. Send the picture again.',
  poster_key_unknown: submissionRefusals.posterNotFound,
  poster_large: (most: number) => `A poster can have at most ${most} pixels on each side`,
  poster_memory:
    'This poster needs too much memory. Make it smaller, or save it as a JPEG that is not progressive.',
  poster_no_room: 'We can’t save the picture now. Try again later.',
  poster_not_found: submissionRefusals.posterNotFound,
  poster_pixels: (most: number) => `A poster can have at most ${most} million pixels`,
  poster_small: (least: number) => `A poster must have at least ${least} pixels on each side`,
  producer_movie_not_found: producerFileMessages.movieNotFound,
  review_not_found: reviewRefusals.notFound,
  review_ticket_required: 'You can rate a film while your ticket for it is open',
  reviewer_not_found: reviewRefusals.notFound,
  statement_not_found: producerFileMessages.statementNotFound,
  stream_replaced: playbackMessages.streamReplaced,
  submission_moved: (stage: string) => `This film is at another stage: ${stage}`,
  submission_reviewed: 'We are already reviewing this film, so its genres can’t change',
  submissions_waiting: (most: number) =>
    `${most} of your films wait for our decision. Send this one after our reply.`,
  submitted_movie_not_found: 'There is no submitted film with this number',
  ticket_required: playbackMessages.ticketRequired,
  too_many_keys: playbackRefusals.tooManyKeys,
} as const;
