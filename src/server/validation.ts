import type { z } from 'zod';
import { validationMessages as text } from '#messages/validation.ts';

/**
 * Returns the sentence for an issue whose schema has no own message (api.md: `message` is for a
 * person).
 */
export function messageForIssue(issue: z.core.$ZodRawIssue): string {
  const field = labelOf(issue.path ?? []);
  if (!field) return text.unreadable;
  if (issue.input === undefined || issue.input === null) return text.required(field);
  if (issue.code === 'too_small') return tooSmall(field, issue);
  if (issue.code === 'too_big') return tooBig(field, issue);
  return text.invalid(field);
}

function tooSmall(
  field: string,
  { origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>,
) {
  const least = Number(minimum);
  if (origin === 'string') return least === 1 ? text.required(field) : text.tooShort(field, least);
  if (origin === 'array') return text.required(field);
  return inclusive ? text.tooSmall(field, least) : text.notAbove(field, least);
}

function tooBig(field: string, { origin, maximum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>) {
  const most = Number(maximum);
  if (origin === 'string') return text.tooLong(field, most);
  return origin === 'array' ? text.tooMany(field, most) : text.tooLarge(field, most);
}

/**
 * `['languages', 3]` → `Languages`, `['bookingStartTime']` → `Booking start time`; empty for the
 * whole body.
 */
function labelOf(path: PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string') ?? '';
  const words = String(name)
    .replaceAll('_', ' ')
    .replace(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
