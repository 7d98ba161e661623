import type { z } from 'zod';
import { commonMessages as text } from '#messages/common.ts';
import { serverRefusals } from '#messages/server-refusals.ts';
import { AppError } from '../errors.ts';
import { messageForIssue } from '../validation.ts';

export function parseInput(schema: z.ZodType | undefined, input: unknown, where: string): unknown {
  if (!schema) return undefined;
  if (!isStorable(input))
    throw new AppError('character_unreadable', [], {
      errors: [{ path: where, message: serverRefusals.unreadable }],
    });
  const result = schema.safeParse(input, { error: messageForIssue });
  if (result.success) return result.data;
  throw toValidationError(result.error, where);
}

/**
 * PostgreSQL stores neither NUL nor lone surrogates. Without recursion, because the input may be
 * nested very deeply.
 */
function isStorable(input: unknown): boolean {
  const pending = [input];
  while (pending.length) {
    const each = pending.pop();
    if (typeof each === 'string' && (each.includes('\0') || !each.isWellFormed())) return false;
    if (typeof each === 'object' && each !== null)
      for (const part of Object.entries(each).flat()) pending.push(part);
  }
  return true;
}

/** The codes of issues in schemas. */
type IssueCode = 'bad_sort' | 'unsupported_grant_type';

/**
 * Returns 400 for an issue with its own code (`bad_sort`, `bad_search`), 404 for a path parameter,
 * else 422 with every field.
 */
function toValidationError(error: z.ZodError, where: string): AppError {
  const ownIssue = error.issues.find((issue) => issue.code === 'custom' && issue.params?.['code']);
  if (ownIssue?.code === 'custom')
    return new AppError(ownIssue.params!['code'] as IssueCode, [ownIssue.message]);
  const errors = error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  if (where === 'path') return new AppError('not_found');
  return new AppError('validation_failed', [errors[0]?.message ?? text.somethingWrong], { errors });
}
