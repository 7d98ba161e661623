import { z } from 'zod';
import { foldDigits } from '#domain/fold.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { SUBMISSION_FEE_MAX } from '#domain/limits/money.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { PROVIDER_NAMES } from './payments.ts';
import { FilmDetails, FilmSubmission } from './submission.ts';

const { shape } = FilmSubmission;
type TextField = {
  [Name in keyof typeof shape]: (typeof shape)[Name] extends z.ZodString ? Name : never;
}[keyof typeof shape];

export const maxLengthOf = (name: TextField): number => shape[name].maxLength!;

const { movieDescription, ...lines } = FilmDetails.shape;

/** Step 1, in the order of its fields. Genres are ids. */
export const FilmInformation = z.object({
  ...lines,
  genres: z.array(z.string()).min(1, text.genreRequired),
  movieDescription,
});
export type FilmInformation = z.infer<typeof FilmInformation>;

/** Step 2. */
export const ContactPerson = FilmSubmission.pick({
  contactName: true,
  contactEmail: true,
  contactPhone: true,
});
export type ContactPerson = z.infer<typeof ContactPerson>;

// Chosen: the specification requires an amount without a format; only chargeable amounts are
// accepted.
const Amount = z
  .string()
  .trim()
  .overwrite(foldDigits)
  .min(1, text.amountRequired)
  .regex(/^(\d+(\.\d{1,2})?)?$/, text.amountUnreadable)
  .refine(
    (amount) => !(Number(amount) > SUBMISSION_FEE_MAX),
    text.amountTooLarge(displayRupees(SUBMISSION_FEE_MAX)),
  );

/** Step 3. The date is `2026-11-21`. The payment method is required only for an unpaid amount. */
export const Declarations = z.object({
  contactSignature: shape.contactSignature,
  contactPlace: shape.contactPlace,
  contactSignDate: z.string(),
  contactPayment: Amount,
  contactPaymentMethod: z.enum(['', ...PROVIDER_NAMES]),
  isDeclared: z.boolean().refine(Boolean, text.declareRequired),
});
export type Declarations = z.infer<typeof Declarations>;
