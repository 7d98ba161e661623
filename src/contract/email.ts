import { z } from 'zod';
import { EMAIL_PATTERN } from '#domain/email.ts';
import { accountMessages as text } from '#messages/accounts.ts';

/** Accepts what the specification or zod accepts. One pattern, because OpenAPI needs one. */
const PATTERN = new RegExp(`${EMAIL_PATTERN.source}|${z.regexes.email.source}`);
/** RFC 5321. */
const MAX_LENGTH = 254;

export const Email = z
  .string(text.emailRequired)
  .trim()
  .min(1, text.emailRequired)
  .max(MAX_LENGTH, text.emailInvalid)
  .regex(PATTERN, text.emailInvalid);
