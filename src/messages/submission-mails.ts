import { filmHasDate, filmStreams } from './film-sentences.ts';

export const submissionMails = {
  subjects: {
    received: (film: string) => `We received your film: ${film}`,
    in_review: (film: string) => `We are reviewing your film: ${film}`,
    accepted: (film: string) => `Your film is accepted: ${film}`,
    declined: (film: string) => `About your film: ${film}`,
    scheduled: (film: string) => `Your film has a date: ${film}`,
    streaming: (film: string) => `Your film is now streaming: ${film}`,
  },
  leads: {
    received: 'We received your film. It is not public yet. We will watch it and reply to you.',
    in_review: 'We are reviewing your film now. Its details can’t change any more.',
    accepted: 'We would like to show your film. Its page appears when it has a price and a date.',
    declined: 'We watched your film and decided not to show it. Thank you for sending it to us.',
    scheduled: filmHasDate,
    streaming: filmStreams,
  },
  heldFee: {
    title: 'Your submission fee',
    subject: 'We are checking your payment of the submission fee',
    lead: 'We have received a payment of your submission fee. Our staff must look at it. Then we accept the fee, or return the whole sum. You need not do anything. Please do not pay again.',
    number: 'Fee No.',
    received: 'Received',
    follow: 'Your films',
    contact: 'Questions? Contact us',
  },
  number: 'Film No.',
  filmWithNumber: (movieId: number) => `Film No. ${movieId}`,
  notYours:
    'Somebody gave this address when they sent us a film. If it wasn’t you, you need do nothing.',
  fee: 'Fee',
  reason: 'Reason',
  note: 'Our note',
  from: 'From',
  ticket: 'Ticket price',
  free: 'Free',
  beforeGst: (price: string) => `${price} before GST`,
  when: (day: string, hour: string) => `${day}, ${hour} (India)`,
  follow: 'Follow your film',
  page: 'Film page',
} as const;
