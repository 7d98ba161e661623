import { z } from 'zod';
import { persisted } from './persisted.ts';

/**
 * Who asked for a code or signed in here last. It outlives the end of a session, so that nobody types it twice; Sign out
 * forgets it (spec §4). `country` is an ISO code, `countryCode` its dial code.
 */
export const rememberMe = persisted(
  'rememberMe',
  z.object({ country: z.string(), countryCode: z.string(), mobileno: z.string(), emailId: z.string() }),
);
