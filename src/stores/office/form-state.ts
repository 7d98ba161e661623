import { atom } from 'nanostores';
import type { OperationDescription } from '#contract/office.ts';
import type { OperationResult } from '#contract/operation-result.ts';
import type { FieldErrors } from './action.ts';
import type { ChangedValue } from './changes.ts';
import { type FormValues, valuesFromQuery } from './input.ts';

export interface FormState {
  values: FormValues;
  /** The values of the object before the change, if the form starts with them. */
  current: { object: string; values: FormValues } | null;
  isLoading: boolean;
  fieldErrors: FieldErrors;
  error: string;
  busy: 'dryRun' | 'run' | null;
  /** The result of a dry run with the current values. */
  dryRunResult: OperationResult | null;
  /** The job of a dry run with the current values. */
  dryRunJobId: string | null;
  /**
   * What somebody else changed after the member looked at it. `dryRunResult` then has the current
   * version.
   */
  changedMeanwhile: ChangedValue[] | null;
  result: OperationResult | null;
}

/** What a new value or a sent change makes invalid. */
export const NO_RESULT = { dryRunResult: null, dryRunJobId: null, changedMeanwhile: null };

export const emptyForm = (values: FormValues): FormState => ({
  ...NO_RESULT,
  values,
  current: null,
  isLoading: false,
  fieldErrors: {},
  error: '',
  busy: null,
  result: null,
});

/** The parts of a form share it. */
export interface FormStore {
  operation: OperationDescription;
  read: () => FormState;
  change: (part: Partial<FormState>) => void;
}

export function createFormStore(operation: OperationDescription, query: string) {
  const $state = atom<FormState>(emptyForm(valuesFromQuery(operation, query)));
  const change = (part: Partial<FormState>) => $state.set({ ...$state.get(), ...part });
  return { operation, $state, read: () => $state.get(), change };
}
