/** API errors for submissions and posters. */
export const submissionRefusals = {
  unreadable: 'This cannot be read. Please write it in letters.',
  tooManyFilms: 'That is a lot of films at once. Please wait a little.',
  movieNotFound: 'There is no such film among those that were submitted',
  reviewed: 'This film is being looked at. Its genres cannot change any more.',
  genreNotFound: 'One of the genres is not known here. Please choose again.',
  posterNotFound: 'The poster is not there any more. Please choose it again.',
  notInTime: (stage: string) => `This film is at another point of its way: ${stage}`,
  posterChanged: 'Its maker has just changed the poster. Look at it again.',
  notTheirs: 'This film has lost its maker',
  noPrice: 'A film with a day needs a price; 0 is a free film.',

  tooManyPosters: 'That is a lot of pictures at once. Please wait a little.',
  notAPicture: 'A poster is a picture: JPEG, PNG or WebP.',
  brokenPicture: 'This picture cannot be read. Please save it again and try again.',
  pictureTooSmall: (least: number) => `A poster needs at least ${least} pixels on each side.`,
  pictureSideTooLong: (most: number) => `A poster has at most ${most} pixels on each side.`,
  pictureTooManyPixels: (most: number) => `A poster has at most ${most} million pixels.`,
  pictureFileTooLarge: (most: number) => `A poster weighs at most ${most} MB.`,
  interrupted: 'The picture did not arrive whole. Please send it again.',
  storageFull: 'The picture cannot be kept at the moment. Please try again later.',
} as const;
