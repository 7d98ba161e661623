import { z } from 'zod';
import { persistentAtom } from '../lib/persistent-atom.ts';

/**
 * The last sign-in's entries, until Sign out (spec §4). `country` is an ISO code, `countryCode` a
 * dial code.
 */
export const rememberMe = persistentAtom(
  'rememberMe',
  z.object({
    country: z.string(),
    countryCode: z.string(),
    mobileno: z.string(),
    emailId: z.string(),
  }),
);
