import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { OperationDescription } from '#contract/office.ts';
import type { OperationResult } from '#contract/operation-result.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { changesOf } from '#stores/office/changes.ts';
import type { OperationForm } from '#stores/office/form.ts';
import { isConfirmingField } from '#stores/office/input.ts';
import { jobHref } from '#stores/office/view.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { OperationFields } from './OperationFields.tsx';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { nextOf } from '#stores/office/result-parts.ts';
import { ResultView } from '../result/ResultView.tsx';

interface OutcomeProps {
  operation: OperationDescription;
  form: OperationForm;
}

/** The live region is always in the page: screen readers announce only changes of it. */
export function OperationOutcome({ operation, form }: OutcomeProps) {
  const { dryRunResult, dryRunJobId, result, busy, changedMeanwhile } = useStore(form.$state);
  const title = operation.isChange ? (dryRunResult ? text.wouldChange : text.changed) : text.result;
  const shown = dryRunResult ?? result;
  const next = shown && nextOf(shown);
  const heading = useFocusOnOutcome(operation, changedMeanwhile ? null : shown);
  return (
    <>
      <p className="sr-only" role="status">
        {shown ? summaryOf(shown, dryRunResult !== null) : ''}
      </p>
      {changedMeanwhile && <ChangedMeanwhile values={changedMeanwhile} />}
      {shown && (
        <section className="office-section office-outcome">
          <h2 className="heading-4" ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <ResultView result={shown} isDryRun={dryRunResult !== null} name={fileName(operation)} />
          {dryRunResult && <ApplyButton form={form} />}
          {next !== null && (
            <div className="office-buttons">
              <Button
                kind="secondary"
                small
                busy={busy !== null}
                onClick={() => {
                  heading.current?.focus({ preventScroll: true });
                  void form.runAfter(next);
                }}
              >
                {text.laterRows}
              </Button>
            </div>
          )}
        </section>
      )}
      {dryRunJobId && (
        <section className="office-section office-outcome">
          <p>
            <span>{text.dryRunJob}</span> <a href={jobHref(dryRunJobId)}>{text.openJob}</a>
          </p>
          <ApplyButton form={form} />
        </section>
      )}
    </>
  );
}

const fileName = ({ noun, verb }: OperationDescription) => `${noun}-${verb}`;

function summaryOf(result: OperationResult, isDryRun: boolean): string {
  const changes = changesOf(result);
  if (!changes) return text.resultReady;
  if (changes.length === 0) return isDryRun ? text.nothingWouldChange : text.nothingChanged;
  return isDryRun ? text.wouldChangeCount(changes.length) : text.changedCount(changes.length);
}

function ApplyButton({ form }: Pick<OutcomeProps, 'form'>) {
  const { busy, values, fieldErrors, error, changedMeanwhile } = useStore(form.$state);
  const label = changedMeanwhile ? text.applyToCurrent : text.apply;
  const confirming = form.fields.filter(isConfirmingField);
  const names = form.appliesTo();
  return (
    <>
      {names.length > 0 && <p>{text.appliesTo(names)}</p>}
      {confirming.length > 0 && (
        <OperationFields
          fields={confirming.map((field) => ({ ...field, label: text.confirmingNumber }))}
          values={values}
          fieldErrors={fieldErrors}
          onChange={form.setValue}
          isInert={busy === 'run'}
        />
      )}
      <ErrorText error={error} />
      <div className="office-buttons">
        <Button
          busy={busy !== null}
          busyLabel={busy === 'run' ? text.applying : label}
          onClick={() => void form.run()}
        >
          {label}
        </Button>
        {changedMeanwhile && (
          <Button kind="secondary" onClick={form.discard}>
            {text.discard}
          </Button>
        )}
      </div>
    </>
  );
}

/** Moves the focus to a new result, unless the page loaded it by itself. */
function useFocusOnOutcome({ isChange }: OperationDescription, shown: OperationResult | null) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (
      !shown ||
      !heading.current ||
      !(isChange || document.activeElement?.closest('form, .office-outcome'))
    )
      return;
    heading.current.focus({ preventScroll: true });
    // All of the result if it fits, and always its heading.
    for (const element of [heading.current.parentElement, heading.current])
      element?.scrollIntoView({ block: 'nearest' });
  }, [isChange, shown]);
  return heading;
}
