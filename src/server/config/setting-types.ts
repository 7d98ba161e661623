import { z } from 'zod';
import { isGstin } from '#domain/gstin.ts';
import { stateOfGstin } from '#domain/states.ts';

export const port = z.coerce.number().int().min(0).max(65535);
export const url = z.url({ protocol: /^https?$/ });
export const origins = z
  .string()
  .transform((list) => list.split(',').map((each) => each.trim()))
  .refine(
    (list) => list.every(isOrigin),
    'must be origins without a path, as in https://cinema.example',
  );
const isOrigin = (text: string) =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
export const secret = z.string().min(16, 'must have at least 16 characters');
export const headerToken = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be one word of ASCII characters');
export const mailServer = z.url({ protocol: /^smtps?$/ });
export const dialCodes = z
  .string()
  .regex(/^\d{1,3}(\s*,\s*\d{1,3})*$/, 'must be dial codes, as in 91,971')
  .transform((list) => list.split(',').map((each) => each.trim()));
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
// Chosen: checks the format and the State. The check digit is wrong in official sample numbers, so
// `cinema doctor` checks it.
export const gstin = z
  .string()
  .refine(isGstin, 'must be a GSTIN')
  .refine((number) => stateOfGstin(number), 'must begin with the code of a State');

/** Two decimals at most, so that hundredths of a percent are integers and rounding is exact. */
export const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, 'must be a percentage with two decimals at most')
  .transform(Number)
  .refine((value) => value <= 100, 'must be 100 at most');
