import { z } from 'zod';
import { EMAIL } from '#domain/mobile.ts';
import { accountMessages as text } from '#messages/accounts.ts';

/** What the specification takes, and what zod's own validator takes. One pattern, which OpenAPI prints. */
const PATTERN = new RegExp(`${EMAIL.source}|${z.regexes.email.source}`);
/** RFC 5321: the longest address that mail servers carry. */
const MAX_LENGTH = 254;

/** An e-mail address, wherever somebody types one. */
export const Email = z
  .string(text.emailRequired)
  .trim()
  .min(1, text.emailRequired)
  .max(MAX_LENGTH, text.emailInvalid)
  .regex(PATTERN, text.emailInvalid);
