export const submissionRefusals = {
  tooManyFilms: 'You sent too many films. Wait a while and try again.',
  tooManyFilmsFromNetwork:
    'Too many films were sent from your network. Wait a while and try again.',
  tooManyWaiting: (most: number) =>
    `${most} of your films wait for our decision. Send this one after our reply.`,
  movieNotFound: 'There is no submitted film with this number',
  reviewed: 'We are already reviewing this film, so its genres can’t change',
  genreNotFound: 'We don’t have one of these genres any more. Choose again.',
  posterNotFound: 'We no longer have your poster. Choose it again.',
  otherStage: (stage: string) => `This film is at another stage: ${stage}`,
  posterChanged: 'The filmmaker has just changed the poster. Check it again.',
  makerDeleted: 'The account that submitted this film was deleted',
  noPrice: 'A film with a date needs a price. Use 0 for a free film.',

  tooManyPosters: 'You sent too many pictures. Wait a while and try again.',
  notAPicture: 'A poster must be a JPEG, PNG or WebP picture',
  brokenPicture: 'We couldn’t read this picture. Save it again, or choose another.',
  pictureTooSmall: (least: number) => `A poster must have at least ${least} pixels on each side`,
  pictureSideTooLong: (most: number) => `A poster can have at most ${most} pixels on each side`,
  pictureTooManyPixels: (most: number) => `A poster can have at most ${most} million pixels`,
  pictureNeedsTooMuchMemory:
    'This poster needs too much memory. Make it smaller, or save it as a JPEG that is not progressive.',
  pictureFileTooLarge: (most: number) => `A poster can have at most ${most} MB`,
  interrupted: 'The upload did not finish. Send the picture again.',
  storageFull: 'We can’t save the picture now. Try again later.',
} as const;
