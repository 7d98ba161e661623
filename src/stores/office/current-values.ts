import { z } from 'zod';
import * as api from '#api/office.ts';
import { Changes, FactTypes, type OperationResult } from '#contract/operation-result.ts';
import { apiErrorWithCode, isNotFound } from '../lib/call-errors.ts';
import { officeErrorText } from './action.ts';
import { NO_TABLES } from './bulk-operation.ts';
import { changesOf, valuesChangedMeanwhile } from './changes.ts';
import type { FormStore } from './form-state.ts';
import {
  fieldsChangedMeanwhile,
  type FormValues,
  textOf,
  toFormValues,
  withCurrentValues,
} from './input.ts';
import { withReauthentication } from './reauthentication.ts';

const CurrentVersion = z.object({
  changes: Changes.shape.changes,
  changeTypes: FactTypes,
  version: z.string(),
});

/** The values of the form's object before its change. `isForSeveral`: such a form has none. */
export function createCurrentValues({ operation, read, change }: FormStore, isForSeveral: boolean) {
  const { noun, verb, objectField } = operation;
  const objectOf = (values: FormValues) =>
    objectField && !isForSeveral ? textOf(values, objectField).trim() : '';
  const fetchCurrent = async (object: string) =>
    toFormValues(
      (await withReauthentication(() => api.fetchCurrentValues(noun, verb, object))).values,
    );

  let loading: Promise<boolean> | null = null;
  /**
   * Fills the fields with the current values of the object. Returns whether they are known or not
   * needed.
   */
  function load(): Promise<boolean> {
    loading ??= fillFields().finally(() => (loading = null));
    return loading;
  }

  async function fillFields(): Promise<boolean> {
    const { values, current } = read();
    const object = objectOf(values);
    if (!object || current?.object === object) return true;
    change({ isLoading: true, error: '' });
    try {
      const loaded = await fetchCurrent(object);
      const { values: newest } = read();
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

  /** Shows what somebody else changed after the form was filled. */
  function compareWith(newest: FormValues) {
    const { values, current } = read();
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
    const { dryRunResult } = read();
    const seen = (dryRunResult && changesOf(dryRunResult)) ?? [];
    const changedMeanwhile = valuesChangedMeanwhile(seen, changes, reply.changeTypes);
    change({ busy: null, dryRunResult: current, changedMeanwhile });
    return true;
  }

  return { load, fetch: fetchCurrent, compareWith, showCurrentVersion };
}
