import { authSentences } from './auth.ts';
import { bookingSentences } from './booking.ts';
import { officeSentences } from './office.ts';
import { operatorSentences } from './operator.ts';
import { paymentsSentences } from './payments.ts';
import { serverSentences } from './server.ts';
import { streamingSentences } from './streaming.ts';

/** The sentence of each refusal. A function takes the values of the refusal. */
export const refusalSentences = {
  ...authSentences,
  ...bookingSentences,
  ...officeSentences,
  ...operatorSentences,
  ...paymentsSentences,
  ...serverSentences,
  ...streamingSentences,
};
