import { useStore } from '@nanostores/react';
import type { OperationDescription } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { changesIn } from '#stores/office-changes.ts';
import type { OperationForm } from '#stores/office-form.ts';
import { jobHref } from '#stores/office-view.ts';
import { Button } from '#ui/Button.tsx';
import { nextIn } from './result-parts.ts';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { ResultView } from './ResultView.tsx';

interface OutcomeProps {
  operation: OperationDescription;
  form: OperationForm;
}

/** The live region is always in the page: screen readers announce only changes of it. */
export function OperationOutcome({ operation, form }: OutcomeProps) {
  const { dryRunResult, dryRunJobId, result, values, busy, changedMeanwhile } = useStore(form.$state);
  const title = operation.isChange ? (dryRunResult ? text.wouldChange : text.changed) : text.result;
  const shown = dryRunResult ?? result;
  const next = shown && nextIn(shown.data);
  return (
    <>
      <p className="sr-only" role="status">
        {shown ? summaryOf(shown.data, dryRunResult !== null) : ''}
      </p>
      {changedMeanwhile && <ChangedMeanwhile values={changedMeanwhile} />}
      {shown && (
        <section className="office-section office-outcome">
          <h2 className="heading-4">{title}</h2>
          <ResultView
            result={shown}
            isDryRun={dryRunResult !== null}
            isCsv={values['csv'] === true}
            name={fileName(operation)}
          />
          {dryRunResult && <ApplyButton form={form} />}
          {next !== null && (
            <div className="office-buttons">
              <Button kind="secondary" small busy={busy !== null} onClick={() => void form.runAfter(next)}>
                {text.laterRows}
              </Button>
            </div>
          )}
        </section>
      )}
      {dryRunJobId && (
        <section className="office-section office-outcome">
          <p>
            {text.dryRunJob} <a href={jobHref(dryRunJobId)}>{text.openJob}</a>
          </p>
          <ApplyButton form={form} />
        </section>
      )}
    </>
  );
}

const fileName = ({ noun, verb }: OperationDescription) => `${noun}-${verb}`;

function summaryOf(data: unknown, isDryRun: boolean): string {
  const changes = changesIn(data);
  if (!changes) return text.resultReady;
  if (changes.length === 0) return isDryRun ? text.nothingWouldChange : text.nothingChanged;
  return isDryRun ? text.wouldChangeCount(changes.length) : text.changedCount(changes.length);
}

function ApplyButton({ form }: { form: OperationForm }) {
  const { busy, changedMeanwhile } = useStore(form.$state);
  const label = changedMeanwhile ? text.applyToCurrent : text.apply;
  return (
    <div className="office-buttons">
      <Button busy={busy !== null} busyLabel={busy === 'run' ? text.applying : label} onClick={() => void form.run()}>
        {label}
      </Button>
      {changedMeanwhile && (
        <Button kind="secondary" onClick={form.discard}>
          {text.discard}
        </Button>
      )}
    </div>
  );
}
