import { z } from 'zod';
import type { Paise as PaiseAmount, Rupees as RupeesAmount } from '#domain/pricing.ts';

export const Rupees: z.ZodType<RupeesAmount, RupeesAmount> = z.number();
/**
 * Chosen: invoices and statements use paise, unlike the other calls, so that tax heads and
 * round-off add up exactly.
 */
export const Paise: z.ZodType<PaiseAmount, PaiseAmount> = z.number().int();
