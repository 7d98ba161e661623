import { displayNumber } from '#domain/format/numbers.ts';
import { filmHasDate, filmNotFound, filmStreams } from './film-sentences.ts';
import { bankConfirms, paymentChecked } from './ticket-sentences.ts';
/** The wizard and the tracker (spec §2, §5, §8). */
export const submissionMessages = {
  title: 'Submit Your Film',
  steps: ['FILM INFORMATION', 'CONTACT PERSON', 'DECLARATIONS'],
  stepsLabel: 'Steps',
  stepDone: 'done',
  back: 'Back',
  continue: 'Continue',
  submit: 'Submit',
  submitting: 'Sending the film',
  draftKept: 'Your draft is saved in this browser.',

  // Step 1.
  film: {
    movieName: 'Original Title',
    movieNameEn: 'English Title',
    countryOfProduction: 'Country of Production',
    runningTime: 'Running Time',
    yearProduced: 'Year Produced',
    yearReleased: 'Year Released',
    primaryLanguage: 'Original Language',
    website: 'Provide Link',
    movieDescription: 'Brief Synopsis',
  },
  suggestions: (field: string) => `${field}, suggestions`,
  required: (field: string) => `${field} is required`,
  tooLong: (most: number) => `Please keep it under ${displayNumber(most)} characters`,
  oneLanguage: 'Please name one language, without a semicolon',
  linkHint: 'A link to the whole film. Only we open it.',
  genre: 'Genre',
  genreRequired: 'Please select atlease one genre',
  genresFailed:
    'We couldn’t load the genres. Your draft is saved. Check your connection and try again.',

  poster: 'Poster',
  posterHint: (megabytes: number) => `Optional. JPEG, PNG or WebP, upright, up to ${megabytes} MB.`,
  choosePoster: 'Choose a picture',
  changePoster: 'Choose another',
  removePoster: 'Remove',
  posterSending: 'Sending the picture',
  posterSaved: 'The picture is saved.',
  posterAlt: 'The poster that you chose',
  posterMissing: 'We no longer have your picture. Choose it again.',

  // Step 2.
  contact: { contactName: 'Name', contactEmail: 'Email Address', contactPhone: 'Telephone Number' },
  nameRequired: 'Name is required',
  emailRequired: 'Email Address is required',
  phoneRequired: 'Telephone Number is required',
  emailHint: 'We send news about your film to this address.',

  // Step 3.
  declarationName: 'Name',
  signature: 'Signature',
  signatureHint: 'Type your name to sign.',
  place: 'Place',
  date: 'Date',
  payAmount: 'Pay Amount',
  payAmountHint: 'In rupees. The fee is optional: enter 0 to pay nothing.',
  declare:
    'I declare that what I have entered is true, that I hold the rights to this film, and that Matinee may watch it to decide whether to show it.',
  signatureRequired: 'Signature is required',
  placeRequired: 'Place is required',
  dateRequired: 'Date is required',
  amountRequired: 'Pay Amount is required',
  amountUnreadable: 'Please enter an amount in rupees, with at most two decimals',
  amountTooLarge: (most: string) => `The fee can be at most ${most}`,
  declareRequired: 'Please select the declare condition',

  // Fee.
  selectMethod: 'Please select the payment method',
  methodRequired: 'Please select the paymentMethod',
  payFirst: 'Pay the fee first, then submit your film.',
  fee: 'Submission fee',
  feeNo: (number: string) => `No. ${number}`,
  feeStates: {
    NEW: 'Not paid yet',
    PROCESSING: bankConfirms,
    CANCELLED: 'Not paid',
    PAID: 'Paid',
    REFUNDED: 'Refunded',
  },
  transaction: (number: string) => `Transaction ${number}`,
  paymentSuccess: (number: string) => `Payment has been Success: ${number}`,
  feePaidEarlier: 'You have already paid this fee. We use it for this film.',
  slowBank:
    'If your bank is slow, leave this page and come back. We check the payment, and you never pay twice.',
  heldFee: (sum: string) => `We have received ${sum} for the fee`,
  heldFeeNote: (fee: string) =>
    `That is not the fee of ${fee}, so our staff must look at it. Then the fee counts as paid, or we return the whole sum. You need not do anything. Do not pay again.`,
  heldFeeState: paymentChecked,
  decisionFirst: 'You can send the film when we have checked your payment',
  bankFirst: 'You can send the film when your bank has confirmed the payment',
  methodsFailed: 'We couldn’t load the payment methods. Nothing was charged. Try again.',

  // After submitting.
  created: 'Movie Create Succesfully.',
  createFailed: 'Movie Create Faild.',
  createFailedNote:
    'We couldn’t send your film. Your draft is saved. Check your connection and submit it again.',
  genreFailed: 'An Error Occurred',
  genreFailedNote:
    'We received your film, but not all of its genres. Submit it again to complete it.',
  stepIncomplete: 'An earlier step is incomplete. Go back and complete it.',

  // Next steps and tracker.
  nextTitle: 'What comes next',
  next: [
    ['Received', 'We have your film. It is not public yet.'],
    ['Watched', 'We watch the whole film.'],
    ['Answered', 'We say yes or no, or ask a question.'],
    ['Shown', 'Your film gets a page, a price and a date.'],
  ],
  films: 'Your films',
  submitAnother: 'Submit another film',
  noFilms: 'You have not submitted a film yet',
  noFilmsNote: 'Each film that you submit appears here, with its progress.',
  filmMissing: filmNotFound,
  filmMissingNote: 'It may belong to another account. Your own films are in the list.',

  // The page of one film; it opens after submitting.
  received: 'We have your film',
  filmNo: (number: number) => `Film No. ${number}`,
  noPoster: 'No poster yet',
  receiptTo: 'We email a receipt, and every later step, to',
  noReceipt:
    'We have no valid email address for this film, so we cannot send a receipt. You can follow its progress here.',
  progress: 'Progress',
  sent: 'What you sent',
  whatsNext: {
    received: 'The film is not public. We watch it in full, and then answer you.',
    in_review: 'We are watching your film, and will then answer you.',
    accepted: 'Next, we agree on a price and a date with you.',
    declined: 'We will not show this film. You are welcome to submit another one.',
    scheduled: filmHasDate,
    streaming: filmStreams,
  },
  filmsLink: (count: number) =>
    count === 1 ? 'The film you submitted' : `The ${count} films you submitted`,
  filmsFailed: 'We couldn’t load your films. Check your connection and try again.',
  sentOn: (day: string) => `Submitted on ${day}`,
  stages: {
    received: 'Received',
    in_review: 'In review',
    accepted: 'Accepted',
    declined: 'Declined',
    scheduled: 'Scheduled',
    streaming: 'Streaming',
  },
  stageUpcoming: 'not yet',
  streamsFrom: (day: string) => `Streams from ${day}`,
  reason: 'Our answer',
  toTheFilm: 'View film',
  feePaid: (amount: string) => `Fee ${amount}, paid`,
} as const;
