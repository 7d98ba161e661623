import { atom } from 'nanostores';
import * as api from '#api/office.ts';
import { OfflineError } from '#api/errors.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { OperationDescription, runOperation } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { type FieldErrors, fieldErrorsOf, officeErrorText } from './office-action.ts';
import { withReauthentication } from './office-reauthentication.ts';
import { type FormValues, missingInput, requestOf, valuesFromQuery, withAfter } from './office-input.ts';
import { onSessionEnd } from './office.ts';
import { goToView, jobHref, operationHref } from './office-view.ts';

export type OperationResult = Exclude<ReplyOf<typeof runOperation>, { jobId: string }>;

interface FormState {
  values: FormValues;
  fieldErrors: FieldErrors;
  error: string;
  busy: 'dryRun' | 'run' | null;
  /** The result of a dry run with the current values. */
  dryRunResult: OperationResult | null;
  /** The job of a dry run with the current values. */
  dryRunJobId: string | null;
  result: OperationResult | null;
}

function createOperationForm(operation: OperationDescription, query: string) {
  const { noun, verb, isChange, isLong } = operation;
  const emptyState = { fieldErrors: {}, error: '', busy: null, dryRunResult: null, dryRunJobId: null, result: null };
  const $state = atom<FormState>({ ...emptyState, values: valuesFromQuery(operation, query) });
  const change = (part: Partial<FormState>) => $state.set({ ...$state.get(), ...part });
  const hasRequiredInput = () => Object.keys(missingInput(operation, $state.get().values)).length === 0;

  /** A changed value needs a new dry run. */
  function setValue(name: string, value: string | boolean) {
    const { values, fieldErrors, result } = $state.get();
    const { [name]: _, ...otherErrors } = fieldErrors;
    change({
      values: { ...values, [name]: value },
      fieldErrors: otherErrors,
      dryRunResult: null,
      dryRunJobId: null,
      result: isChange ? null : result,
    });
  }

  async function send(isDryRun: boolean, after?: string) {
    const { values: typedValues, busy } = $state.get();
    if (busy) return;
    const values = after === undefined ? typedValues : withAfter(typedValues, after);
    const fieldErrors = missingInput(operation, values);
    if (Object.keys(fieldErrors).length > 0) {
      change({ fieldErrors, error: text.checkFields });
      return;
    }
    change({ fieldErrors: {}, error: '', busy: isDryRun ? 'dryRun' : 'run' });
    try {
      const body = { ...requestOf(operation, values), dryRun: isDryRun };
      const reply = await withReauthentication(() => api.runOperation(noun, verb, body));
      // The values changed meanwhile, so this is not what Apply would send.
      if (isDryRun && $state.get().values !== typedValues) change({ busy: null });
      else show(reply, isDryRun);
    } catch (error) {
      showError(error, isDryRun);
    }
  }

  function show(reply: ReplyOf<typeof runOperation>, isDryRun: boolean) {
    // After an error the form is kept, so that the member can send the values again.
    if (!isDryRun) forms.delete(keyOf(operation, query));
    if ('jobId' in reply) {
      if (isDryRun) formHrefs.set(reply.jobId, operationHref(operation, query));
      change({ busy: null, dryRunJobId: isDryRun ? reply.jobId : null });
      goToView(jobHref(reply.jobId));
    } else if (isDryRun) change({ busy: null, dryRunResult: reply, result: null });
    else change({ busy: null, dryRunResult: null, dryRunJobId: null, result: reply });
  }

  function showError(error: unknown, isDryRun: boolean) {
    const fieldErrors = fieldErrorsOf(error);
    const isAtFields =
      Object.keys(fieldErrors).length > 0 &&
      Object.keys(fieldErrors).every((name) => operation.fields.some((field) => field.name === name));
    const isUnknownOutcome = error instanceof OfflineError && isChange && !isDryRun;
    const message = isUnknownOutcome ? text.mayBeDone : isAtFields ? text.checkFields : officeErrorText(error);
    // The state of the data is unknown, so the result of the dry run may be wrong.
    change({
      busy: null,
      fieldErrors,
      error: message,
      ...(isUnknownOutcome && { dryRunResult: null, dryRunJobId: null }),
    });
  }

  return {
    $state,
    setValue,
    dryRun: () => send(true),
    run: () => send(false),
    /** Loads the rows of a list that follow this one. */
    runAfter: (after: string) => send(false, after),
    /** Runs a read operation at once if the link has all required values, or there are none. */
    runIfComplete() {
      const isComplete = query || operation.fields.length === 0;
      if (isComplete && !isChange && !isLong && !$state.get().result && hasRequiredInput()) void send(false);
    },
  };
}
export type OperationForm = ReturnType<typeof createOperationForm>;

/** Forms of changes that were not applied, until the page is closed or the person signs out. */
const forms = new Map<string, OperationForm>();
const keyOf = ({ noun, verb }: OperationDescription, query: string) => `${noun}/${verb}?${query}`;
/** By the job of a dry run: the form that applies the change. */
const formHrefs = new Map<string, string>();
onSessionEnd(() => [forms, formHrefs].forEach((each) => each.clear()));

/** Undefined if the page was reloaded since the dry run. */
export const formHrefOf = (jobId: string): string | undefined => formHrefs.get(jobId);

export function openForm(operation: OperationDescription, query: string): OperationForm {
  const key = keyOf(operation, query);
  const form = forms.get(key) ?? createOperationForm(operation, query);
  if (operation.isChange) forms.set(key, form);
  return form;
}
