import { atom } from 'nanostores';
import { z } from 'zod';
import * as api from '#api/office.ts';
import { OfflineError } from '#api/errors.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import type { OperationDescription, runOperation } from '#contract/office.ts';
import {
  type Change,
  type Column,
  Changes,
  FactTypes,
  type OperationResult,
} from '#contract/operation-result.ts';
import type { FileKind } from '#domain/office-uploads.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { apiErrorWithCode, isNotFound, isRejected } from '../lib/call-errors.ts';
import { type FieldErrors, fieldErrorsOf, officeErrorText } from './action.ts';
import { type ChangedValue, changesOf, valuesChangedMeanwhile } from './changes.ts';
import { forgetChoices } from './choices.ts';
import { withReauthentication } from './reauthentication.ts';
import {
  emptiedInput,
  entriesOf,
  fieldsChangedMeanwhile,
  type FormValues,
  hasOnlyPartFields,
  isConfirmingField,
  missingInput,
  requestOf,
  textOf,
  toFormValues,
  typedFields,
  valuesFromQuery,
  withAfter,
  withCurrentValues,
  withDefaultLimit,
} from './input.ts';
import { type CaptionUploads, createCaptionUploads } from './captions.ts';
import { createFileUpload, type FileUpload } from './upload.ts';
import { rowName } from './list.ts';
import { onSessionEnd } from './office.ts';
import { goToView, jobHref, operationHref } from './view.ts';

interface FormState {
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
  /** What somebody else changed after the member looked at it. `dryRunResult` then has the current version. */
  changedMeanwhile: ChangedValue[] | null;
  result: OperationResult | null;
}

const CurrentVersion = z.object({
  changes: Changes.shape.changes,
  changeTypes: FactTypes,
  version: z.string(),
});

const NO_TABLES = { view: 'changes' as const, tables: {}, facts: {}, lines: [], isPartial: false };

const OUTCOME_COLUMNS: Column[] = [
  { key: 'name', type: 'text' },
  { key: 'outcome', type: 'text' },
];

/** Errors that are the same for each object. */
const CONCERNS_ALL: ErrorCode[] = [
  'validation_failed',
  'confirmation_required',
  'office_session_required',
  'role_required',
];

/** The field with several objects, if the link names several. */
function bulkFieldOf(operation: OperationDescription, query: string): string | undefined {
  const [field] = operation.fields;
  const isForSeveral =
    field && textOf(valuesFromQuery(operation, query), field.name).includes('\n');
  return operation.isBulk && isForSeveral ? field.name : undefined;
}

const asList = (field: OperationDescription['fields'][number], bulkField: string) =>
  field.name === bulkField && field.choices
    ? { ...field, kind: 'list' as const, choices: { ...field.choices, isMany: true } }
    : field;

/** Empties the fields that have the values of an object. */
const withoutCurrent = (values: FormValues, current: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== current[name]));
const createUpload = (kind: FileKind, onValue: (value: string) => void) =>
  kind === 'captions' ? createCaptionUploads(onValue) : createFileUpload(kind, onValue);

function createOperationForm(operation: OperationDescription, query: string) {
  const { noun, verb, isChange, isLong, objectField } = operation;
  const bulkField = bulkFieldOf(operation, query);
  const noResult = { dryRunResult: null, dryRunJobId: null, changedMeanwhile: null };
  const emptyState = {
    ...noResult,
    current: null,
    isLoading: false,
    fieldErrors: {},
    error: '',
    busy: null,
    result: null,
  };
  const $state = atom<FormState>({ ...emptyState, values: valuesFromQuery(operation, query) });
  const uploads: Record<string, FileUpload | CaptionUploads> = Object.fromEntries(
    operation.fields.flatMap(({ name, fileKind }) =>
      fileKind ? [[name, createUpload(fileKind, (value) => setValue(name, value))]] : [],
    ),
  );
  const change = (part: Partial<FormState>) => $state.set({ ...$state.get(), ...part });
  const hasRequiredInput = () =>
    Object.keys(missingInput(operation, $state.get().values)).length === 0;

  /** A changed value needs a new dry run, unless it confirms the dry run. */
  function setValue(name: string, value: string | boolean) {
    const { values, fieldErrors, result, current, busy } = $state.get();
    // The shown preview must stay the one that is applied.
    if (isChange && busy === 'run') return;
    const { [name]: _, ...otherErrors } = fieldErrors;
    if (isConfirmingField({ name }))
      return change({ values: { ...values, [name]: value }, fieldErrors: otherErrors });
    const isOtherObject = name === objectField && current !== null && value !== current.object;
    change({
      // The values of one object must not be sent for another.
      values: {
        ...(isOtherObject ? withoutCurrent(values, current.values) : values),
        [name]: value,
      },
      ...(isOtherObject && { current: null }),
      fieldErrors: otherErrors,
      ...noResult,
      result: isChange ? null : result,
    });
  }

  const objectOf = (values: FormValues) =>
    objectField && !bulkField ? textOf(values, objectField).trim() : '';
  const fetchCurrent = async (object: string) =>
    toFormValues(
      (await withReauthentication(() => api.fetchCurrentValues(noun, verb, object))).values,
    );

  let loading: Promise<boolean> | null = null;
  /** Fills the fields with the current values of the object. Returns whether they are known or not needed. */
  function loadCurrentValues(): Promise<boolean> {
    loading ??= fillFields().finally(() => (loading = null));
    return loading;
  }

  async function fillFields(): Promise<boolean> {
    const { values, current } = $state.get();
    const object = objectOf(values);
    if (!object || current?.object === object) return true;
    change({ isLoading: true, error: '' });
    try {
      const loaded = await fetchCurrent(object);
      const { values: newest } = $state.get();
      change({ isLoading: false });
      if (objectOf(newest) !== object) return await fillFields();
      change({
        current: { object, values: loaded },
        values: withCurrentValues(newest, {}, loaded),
      });
      return true;
    } catch (error) {
      const isUnknown = objectField && isNotFound(error);
      const message = officeErrorText(error);
      change({
        isLoading: false,
        ...(isUnknown ? { fieldErrors: { [objectField]: message } } : { error: message }),
      });
      return false;
    }
  }

  const sendOnce = (
    request: ReturnType<typeof requestOf>,
    isDryRun: boolean,
    version: string | undefined,
  ) => {
    const body = { ...request, dryRun: isDryRun, seenVersion: isDryRun ? undefined : version };
    return withReauthentication(() => api.runOperation(noun, verb, body));
  };

  /** By object: the versions of the last dry run. Objects that it refused have none. */
  const versions = new Map<string, string | undefined>();
  /** One call after the other. An object that is refused does not stop the others. */
  async function sendForEach(
    name: string,
    values: FormValues,
    isDryRun: boolean,
  ): Promise<OperationResult> {
    const objects = isDryRun ? entriesOf(textOf(values, name)) : [...versions.keys()];
    if (isDryRun) versions.clear();
    const changes: Change[] = [];
    const changeTypes: FactTypes = {};
    const outcomes: { name: string; outcome: string }[] = [];
    let isPartial = false;
    for (const object of objects)
      try {
        const request = requestOf(operation, { ...values, [name]: object });
        const reply = await sendOnce(request, isDryRun, versions.get(object));
        if ('jobId' in reply) continue;
        changes.push(...(changesOf(reply) ?? []));
        Object.assign(changeTypes, reply.changeTypes);
        if (isDryRun) versions.set(object, reply.version);
        outcomes.push({
          name: rowName(operation, object),
          outcome: isDryRun ? text.wouldBeDone : text.doneForOne,
        });
      } catch (error) {
        if (!isRejected(error) || apiErrorWithCode(error, ...CONCERNS_ALL)) throw error;
        isPartial = true;
        outcomes.push({ name: rowName(operation, object), outcome: officeErrorText(error) });
      }
    return {
      ...NO_TABLES,
      data: { dryRun: isDryRun, changes, outcomes },
      changeTypes,
      tables: { outcomes: OUTCOME_COLUMNS },
      isPartial,
    };
  }

  const unfinishedUploads = (): FieldErrors =>
    Object.fromEntries(
      Object.entries(uploads).flatMap(([name, each]) =>
        each.problem() ? [[name, each.problem()]] : [],
      ),
    );

  async function send(isDryRun: boolean, after?: string) {
    if (!(await loadCurrentValues())) return;
    const { values: typedValues, busy, dryRunResult, current } = $state.get();
    if (busy) return;
    const values = after === undefined ? typedValues : withAfter(typedValues, after);
    const fieldErrors = {
      ...missingInput(operation, values),
      ...(current && emptiedInput(operation, values, current.values)),
      ...unfinishedUploads(),
    };
    if (Object.keys(fieldErrors).length > 0) {
      change({ fieldErrors, error: text.checkFields });
      return;
    }
    change({ fieldErrors: {}, error: '', busy: isDryRun ? 'dryRun' : 'run' });
    try {
      const reply = bulkField
        ? await sendForEach(bulkField, values, isDryRun)
        : await sendOnce(
            requestOf(operation, withDefaultLimit(operation, values), current?.values),
            isDryRun,
            dryRunResult?.version,
          );
      const newest = isDryRun && current ? await fetchCurrent(current.object) : null;
      // The values changed meanwhile, so this is not what Apply would send.
      if (isDryRun && $state.get().values !== typedValues) change({ busy: null });
      else {
        show(reply, isDryRun);
        if (newest) compareWithCurrent(newest);
      }
    } catch (error) {
      if (!showCurrentVersion(error)) showError(error, isDryRun);
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
    } else if (isDryRun) change({ ...noResult, busy: null, dryRunResult: reply, result: null });
    else change({ ...noResult, busy: null, result: reply });
  }

  /** Shows what somebody else changed after the form was filled. */
  function compareWithCurrent(newest: FormValues) {
    const { values, current } = $state.get();
    if (!current) return;
    const changed = fieldsChangedMeanwhile(operation, values, [current.values, newest]);
    change({
      current: { ...current, values: newest },
      values: withCurrentValues(values, current.values, newest),
      changedMeanwhile: changed.length > 0 ? changed : null,
    });
  }

  /** Returns whether the server refused the change because of a newer version. */
  function showCurrentVersion(error: unknown): boolean {
    const { data: reply } = CurrentVersion.safeParse(
      apiErrorWithCode(error, 'changed_meanwhile')?.problem,
    );
    if (!reply) return false;
    const { changes, ...shown } = reply;
    const current: OperationResult = { ...NO_TABLES, ...shown, data: { dryRun: true, changes } };
    const { dryRunResult } = $state.get();
    const seen = (dryRunResult && changesOf(dryRunResult)) ?? [];
    const changedMeanwhile = valuesChangedMeanwhile(seen, changes, reply.changeTypes);
    change({ busy: null, dryRunResult: current, changedMeanwhile });
    return true;
  }

  function showError(error: unknown, isDryRun: boolean) {
    const fieldErrors = fieldErrorsOf(error);
    const isAtFields =
      Object.keys(fieldErrors).length > 0 &&
      Object.keys(fieldErrors).every((name) =>
        operation.fields.some((field) => field.name === name),
      );
    const isUnknownOutcome = error instanceof OfflineError && isChange && !isDryRun;
    const message = isUnknownOutcome
      ? text.mayBeDone
      : isAtFields
        ? text.checkFields
        : officeErrorText(error);
    // The state of the data is unknown, so the result of the dry run may be wrong.
    change({
      busy: null,
      fieldErrors,
      error: message,
      ...(isUnknownOutcome && noResult),
    });
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
    appliesTo: (): string[] => [...versions.keys()].map((object) => rowName(operation, object)),
    setValue,
    /** By file field. */
    uploads,
    dryRun: () => send(true),
    run: () => send(false),
    /** Loads the rows of a list that follow this one. */
    runAfter: (after: string) => send(false, after),
    discard() {
      const files = Object.entries($state.get().values).filter(([name]) => name in uploads);
      $state.set({
        ...emptyState,
        values: { ...valuesFromQuery(operation, query), ...Object.fromEntries(files) },
      });
      void loadCurrentValues();
    },
    loadCurrentValues,
    /** Runs a read operation at once if the link has all required values, or there are none. */
    runIfComplete() {
      const isComplete = query || hasOnlyPartFields(operation);
      if (isComplete && !isChange && !isLong && !$state.get().result && hasRequiredInput())
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
