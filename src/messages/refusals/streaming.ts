import { bookingMessages } from '../booking.ts';
import { catalogueRefusals } from '../catalogue-refusals.ts';
import { placeMessages } from '../places.ts';
import { playbackRefusals } from '../playback-refusals.ts';
import { playbackMessages } from '../playback.ts';
import { producerFileMessages } from '../producer-files.ts';
import { reviewRefusals } from '../review-refusals.ts';
import { submissionRefusals } from '../submission-refusals.ts';

/** The sentences of the refusals of the catalogue, films, reviews, producers and submissions. */
export const streamingSentences = {
  already_reviewed: reviewRefusals.writtenAlready,
  catalogue_busy: catalogueRefusals.catalogueBusy,
  channel_not_found: producerFileMessages.channelNotFound,
  film_not_playable: playbackRefusals.filmNotReady,
  film_part_not_found: playbackRefusals.notInFilm,
  genre_not_found: submissionRefusals.genreNotFound,
  key_not_found: playbackRefusals.notInFilm,
  map_not_set_up: placeMessages.tilesMissing,
  no_maker: submissionRefusals.makerDeleted,
  no_price: submissionRefusals.noPrice,
  order_not_found: bookingMessages.orderNotFound,
  package_unknown: playbackRefusals.packageUnknown,
  page_too_large: producerFileMessages.pageTooLarge,
  places_away: placeMessages.searchUnavailable,
  play_not_found: playbackRefusals.playNotFound,
  play_token_invalid: playbackRefusals.tokenInvalid,
  playback_not_found: playbackMessages.playbackOver,
  poster_broken: submissionRefusals.brokenPicture,
  poster_changed: submissionRefusals.posterChanged,
  poster_format: submissionRefusals.notAPicture,
  poster_heavy: submissionRefusals.pictureFileTooLarge,
  poster_interrupted: submissionRefusals.interrupted,
  poster_key_unknown: submissionRefusals.posterNotFound,
  poster_large: submissionRefusals.pictureSideTooLong,
  poster_memory: submissionRefusals.pictureNeedsTooMuchMemory,
  poster_no_room: submissionRefusals.storageFull,
  poster_not_found: submissionRefusals.posterNotFound,
  poster_pixels: submissionRefusals.pictureTooManyPixels,
  poster_small: submissionRefusals.pictureTooSmall,
  producer_movie_not_found: producerFileMessages.movieNotFound,
  review_not_found: reviewRefusals.notFound,
  review_ticket_required: reviewRefusals.ticketNeeded,
  reviewer_not_found: reviewRefusals.notFound,
  statement_not_found: producerFileMessages.statementNotFound,
  stream_replaced: playbackMessages.streamReplaced,
  submission_moved: submissionRefusals.otherStage,
  submission_reviewed: submissionRefusals.reviewed,
  submissions_waiting: submissionRefusals.tooManyWaiting,
  submitted_movie_not_found: submissionRefusals.movieNotFound,
  ticket_required: playbackMessages.ticketRequired,
  too_many_keys: playbackRefusals.tooManyKeys,
} as const;
