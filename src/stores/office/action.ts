import { atom } from 'nanostores';
import { z } from 'zod';
import { ApiError } from '#api/errors.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { errorText, rateLimitSeconds } from '../lib/call-errors.ts';

export type FieldErrors = Record<string, string>;

/** Input that the browser rejects before a request. */
class InputError extends Error {
  readonly fieldErrors: FieldErrors;

  constructor(fieldErrors: FieldErrors) {
    super(text.checkFields);
    this.fieldErrors = fieldErrors;
  }
}

/** Throws an error with a message for each field, if there is any. */
export function throwFieldErrors(fieldErrors: FieldErrors) {
  if (Object.keys(fieldErrors).length > 0) throw new InputError(fieldErrors);
}

export const missingFields = (values: Record<string, string>): FieldErrors =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value.trim() ? [] : [[name, text.fillIn]])),
  );

const Issues = z.array(z.object({ path: z.string(), message: z.string() })).catch([]);

/**
 * By field. The server puts the fields of an operation in `input`; an entry of a list belongs to
 * its field.
 */
export function fieldErrorsOf(error: unknown): FieldErrors {
  if (error instanceof InputError) return error.fieldErrors;
  if (!(error instanceof ApiError)) return {};
  const issues = Issues.parse(error.problem['errors']);
  return Object.fromEntries(
    issues
      .toReversed()
      .map(({ path, message }) => [
        path.replace(/^(body|input)\./, '').split('.')[0] ?? '',
        message,
      ])
      .filter(([name]) => name !== ''),
  );
}

export function officeErrorText(error: unknown): string {
  if (error instanceof InputError) return error.message;
  const message = errorText(error, text.unexpected);
  const seconds = rateLimitSeconds(error);
  return seconds ? text.waitMinutes(message, Math.ceil(seconds / 60)) : message;
}

export interface ActionState {
  isBusy: boolean;
  error: string;
  fieldErrors: FieldErrors;
}

const idle: ActionState = { isBusy: false, error: '', fieldErrors: {} };

/** Never rejects: errors are in `$state`. A second call while the action runs does nothing. */
export function createAction<Arguments extends unknown[]>(
  action: (...args: Arguments) => Promise<void>,
) {
  const $state = atom<ActionState>(idle);
  return {
    $state,
    reset: () => $state.set(idle),
    async run(...args: Arguments) {
      if ($state.get().isBusy) return;
      $state.set({ ...idle, isBusy: true });
      try {
        await action(...args);
        $state.set(idle);
      } catch (error) {
        $state.set({
          isBusy: false,
          error: officeErrorText(error),
          fieldErrors: fieldErrorsOf(error),
        });
      }
    },
  };
}
