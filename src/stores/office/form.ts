import { OfflineError } from '#api/errors.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { OperationDescription, runOperation } from '#contract/office.ts';
import type { FileKind } from '#domain/office-uploads.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { type FieldErrors, fieldErrorsOf, officeErrorText } from './action.ts';
import { asList, bulkFieldOf, createBulkOperation, sendOperation } from './bulk-operation.ts';
import { type CaptionUploads, createCaptionUploads } from './captions.ts';
import { forgetChoices } from './choices.ts';
import { createCurrentValues } from './current-values.ts';
import { createFormStore, emptyForm, NO_RESULT } from './form-state.ts';
import {
  emptiedInput,
  type FormValues,
  hasOnlyPartFields,
  isConfirmingField,
  missingInput,
  requestOf,
  typedFields,
  valuesFromQuery,
  withAfter,
  withDefaultLimit,
} from './input.ts';
import { onSessionEnd } from './office.ts';
import { createFileUpload, type FileUpload } from './upload.ts';
import { goToView, jobHref, operationHref } from './view.ts';

/** Empties the fields that have the values of an object. */
const withoutCurrent = (values: FormValues, current: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== current[name]));
const createUpload = (kind: FileKind, onValue: (value: string) => void) =>
  kind === 'captions' ? createCaptionUploads(onValue) : createFileUpload(kind, onValue);

/** By file field. */
type Uploads = Record<string, FileUpload | CaptionUploads>;

const createUploads = (
  { fields }: OperationDescription,
  onValue: (name: string, value: string) => void,
): Uploads =>
  Object.fromEntries(
    fields.flatMap(({ name, fileKind }) =>
      fileKind ? [[name, createUpload(fileKind, (value) => onValue(name, value))]] : [],
    ),
  );

const problemsOfUploads = (uploads: Uploads): FieldErrors =>
  Object.fromEntries(
    Object.entries(uploads).flatMap(([name, each]) =>
      each.problem() ? [[name, each.problem()]] : [],
    ),
  );

const concernsFields = ({ fields }: OperationDescription, errors: FieldErrors) =>
  Object.keys(errors).length > 0 &&
  Object.keys(errors).every((name) => fields.some((field) => field.name === name));

function createOperationForm(operation: OperationDescription, query: string) {
  const { isChange, isLong } = operation;
  const bulkField = bulkFieldOf(operation, query);
  const bulk = bulkField === undefined ? null : createBulkOperation(operation, bulkField);
  const store = createFormStore(operation, query);
  const { $state, read, change } = store;
  const currentValues = createCurrentValues(store, bulk !== null);
  const uploads = createUploads(operation, setValue);
  const hasRequiredInput = () => Object.keys(missingInput(operation, read().values)).length === 0;

  /** A changed value needs a new dry run, unless it confirms the dry run. */
  function setValue(name: string, value: string | boolean) {
    const { values, fieldErrors, result, current, busy } = read();
    // The shown preview must stay the one that is applied.
    if (isChange && busy === 'run') return;
    const { [name]: _, ...otherErrors } = fieldErrors;
    if (isConfirmingField({ name }))
      return change({ values: { ...values, [name]: value }, fieldErrors: otherErrors });
    const isOtherObject =
      name === operation.objectField && current !== null && value !== current.object;
    change({
      // The values of one object must not be sent for another.
      values: {
        ...(isOtherObject ? withoutCurrent(values, current.values) : values),
        [name]: value,
      },
      current: isOtherObject ? null : current,
      fieldErrors: otherErrors,
      ...NO_RESULT,
      result: isChange ? null : result,
    });
  }

  const problemsOf = (values: FormValues): FieldErrors => {
    const { current } = read();
    return {
      ...missingInput(operation, values),
      ...(current && emptiedInput(operation, values, current.values)),
      ...problemsOfUploads(uploads),
    };
  };

  const sendValues = (values: FormValues, isDryRun: boolean) => {
    if (bulk) return bulk.send(values, isDryRun);
    const { current, dryRunResult } = read();
    const request = requestOf(operation, withDefaultLimit(operation, values), current?.values);
    return sendOperation(operation, request, { isDryRun, version: dryRunResult?.version });
  };

  async function send(isDryRun: boolean, after?: string) {
    if (!(await currentValues.load())) return;
    const { values: typedValues, busy, current } = read();
    if (busy) return;
    const values = after === undefined ? typedValues : withAfter(typedValues, after);
    const fieldErrors = problemsOf(values);
    if (Object.keys(fieldErrors).length > 0)
      return change({ fieldErrors, error: text.checkFields });
    change({ fieldErrors: {}, error: '', busy: isDryRun ? 'dryRun' : 'run' });
    try {
      const reply = await sendValues(values, isDryRun);
      const newest = isDryRun && current ? await currentValues.fetch(current.object) : null;
      // The values changed meanwhile, so this is not what Apply would send.
      if (isDryRun && read().values !== typedValues) return change({ busy: null });
      show(reply, isDryRun);
      if (newest) currentValues.compareWith(newest);
    } catch (error) {
      if (!currentValues.showCurrentVersion(error)) showError(error, isDryRun);
    }
  }

  function show(reply: ReplyOf<typeof runOperation>, isDryRun: boolean) {
    // After an error the form is kept, so that the member can send the values again.
    if (!isDryRun) forms.delete(keyOf(operation, query));
    if (isChange && !isDryRun) forgetChoices();
    if ('jobId' in reply) {
      if (isDryRun) formHrefs.set(reply.jobId, operationHref(operation, query));
      change({ busy: null, dryRunJobId: isDryRun ? reply.jobId : null });
      goToView(jobHref(reply.jobId));
    } else if (isDryRun) change({ ...NO_RESULT, busy: null, dryRunResult: reply, result: null });
    else change({ ...NO_RESULT, busy: null, result: reply });
  }

  function showError(error: unknown, isDryRun: boolean) {
    const fieldErrors = fieldErrorsOf(error);
    const isUnknownOutcome = error instanceof OfflineError && isChange && !isDryRun;
    const message = concernsFields(operation, fieldErrors)
      ? text.checkFields
      : officeErrorText(error);
    change({ busy: null, fieldErrors, error: isUnknownOutcome ? text.mayBeDone : message });
    // The state of the data is unknown, so the result of the dry run may be wrong.
    if (isUnknownOutcome) change(NO_RESULT);
  }

  return {
    $state,
    // One number cannot confirm several objects.
    fields: bulkField
      ? operation.fields
          .filter((field) => !isConfirmingField(field))
          .map((field) => asList(field, bulkField))
      : typedFields(operation),
    /** Of a form for several objects: the names of those that Apply would change. */
    appliesTo: (): string[] => bulk?.appliesTo() ?? [],
    setValue,
    /** By file field. */
    uploads,
    dryRun: () => send(true),
    run: () => send(false),
    /** Loads the rows of a list that follow this one. */
    runAfter: (after: string) => send(false, after),
    discard() {
      const files = Object.entries(read().values).filter(([name]) => name in uploads);
      $state.set(emptyForm({ ...valuesFromQuery(operation, query), ...Object.fromEntries(files) }));
      void currentValues.load();
    },
    loadCurrentValues: currentValues.load,
    /** Runs a read operation at once if the link has all required values, or there are none. */
    runIfComplete() {
      const isComplete = query || hasOnlyPartFields(operation);
      if (isComplete && !isChange && !isLong && !read().result && hasRequiredInput())
        void send(false);
    },
  };
}
export type OperationForm = ReturnType<typeof createOperationForm>;

/** Forms of changes that were not applied, until the page is closed or the person signs out. */
const forms = new Map<string, OperationForm>();
const keyOf = ({ noun, verb }: OperationDescription, query: string) => `${noun}/${verb}?${query}`;
/** By the job of a dry run: the form that applies the change. */
const formHrefs = new Map<string, string>();
onSessionEnd(() => {
  for (const { uploads } of forms.values()) Object.values(uploads).forEach((each) => each.pause());
  [forms, formHrefs].forEach((each) => each.clear());
});

/** Undefined if the page was reloaded since the dry run. */
export const formHrefOf = (jobId: string): string | undefined => formHrefs.get(jobId);

export function openForm(operation: OperationDescription, query: string): OperationForm {
  const key = keyOf(operation, query);
  const form = forms.get(key) ?? createOperationForm(operation, query);
  if (operation.isChange) forms.set(key, form);
  return form;
}
