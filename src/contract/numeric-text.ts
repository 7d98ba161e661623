import { z } from 'zod';
import type { Rupees } from '#domain/pricing.ts';
import { foldDigits } from '#domain/fold.ts';

const DECIMAL = /^-?\d{1,12}(\.\d{1,6})?$/;

/**
 * A number, also as the text of a form's field: `199.5` or `"199.5"`. The rules for the number
 * follow by `pipe`.
 */
export const numberOrText = ({
  missing,
  unreadable,
}: { missing?: string; unreadable?: string } = {}) =>
  z.union([z.number(), z.string()], missing).transform((value, context) => {
    if (typeof value === 'number') return value;
    const digits = foldDigits(value.trim());
    if (DECIMAL.test(digits)) return Number(digits);
    const message = digits === '' ? missing : unreadable;
    context.issues.push({ code: 'invalid_type', expected: 'number', input: value, message });
    return z.NEVER;
  });

export const TypedRupees: z.ZodType<Rupees, unknown> = numberOrText().pipe(
  z.number().nonnegative(),
);
