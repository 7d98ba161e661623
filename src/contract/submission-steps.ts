import { z } from 'zod';
import { SUBMISSION_FEE_MAX } from '#domain/limits.ts';
import { displayRupees } from '#domain/pricing.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { FilmSubmission } from './submission.ts';

const { shape } = FilmSubmission;
type Written = {
  [Name in keyof typeof shape]: (typeof shape)[Name] extends z.ZodString ? Name : never;
}[keyof typeof shape];

/** How many characters the wire takes of a field. */
export const longest = (name: Written): number => shape[name].maxLength!;

/** Spec §5: required, and nothing is asked of format or range. */
const written = (name: Written, message: string) =>
  z
    .string()
    .trim()
    .min(1, message)
    .max(longest(name), text.tooLong(longest(name)));
const filmField = (name: keyof typeof text.film) => written(name, text.required(text.film[name]));

/** Step 1. Genres are ids, as check boxes hold them. */
export const FilmInformation = z.object({
  movieName: filmField('movieName'),
  movieNameEn: filmField('movieNameEn'),
  countryOfProduction: filmField('countryOfProduction'),
  runningTime: filmField('runningTime'),
  yearProduced: filmField('yearProduced'),
  yearReleased: filmField('yearReleased'),
  primaryLanguage: filmField('primaryLanguage'),
  website: filmField('website'),
  genres: z.array(z.string()).min(1, text.genreRequired),
  movieDescription: filmField('movieDescription'),
});
export type FilmInformation = z.infer<typeof FilmInformation>;

/** Step 2. */
export const ContactPerson = z.object({
  contactName: written('contactName', text.nameRequired),
  contactEmail: written('contactEmail', text.emailRequired),
  contactPhone: written('contactPhone', text.phoneRequired),
});
export type ContactPerson = z.infer<typeof ContactPerson>;

// Chosen: an amount that cannot be charged is no amount; the specification asks for one and says no more.
const Amount = z
  .string()
  .trim()
  .min(1, text.amountRequired)
  .regex(/^(\d+(\.\d{1,2})?)?$/, text.amountUnreadable)
  .refine((amount) => !(Number(amount) > SUBMISSION_FEE_MAX), text.amountTooLarge(displayRupees(SUBMISSION_FEE_MAX)));

/** Step 3. The date is that of a date field, `2026-11-21`; the way to pay is asked for where an amount is not yet paid. */
export const Declarations = z.object({
  contactSignature: written('contactSignature', text.signatureRequired),
  contactPlace: written('contactPlace', text.placeRequired),
  contactSignDate: z.string(),
  contactPayment: Amount,
  contactPaymentMethod: z.enum(['', 'razorpay', 'paypal']),
  isDeclared: z.boolean().refine(Boolean, text.declareRequired),
});
export type Declarations = z.infer<typeof Declarations>;
