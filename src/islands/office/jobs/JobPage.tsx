import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { OfficeJob } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { formHrefOf } from '#stores/office/form.ts';
import { createJobPolling } from '#stores/office/jobs.ts';
import { JOBS_HREF } from '#stores/office/view.ts';
import { CancelJob } from './CancelJob.tsx';
import { PropertyList } from '../result/PropertyList.tsx';
import { jobTitle } from './JobsTable.tsx';
import { ErrorBox, Loading } from '../frame/LoadStates.tsx';
import { OfficePage } from '../frame/OfficePage.tsx';
import { ScrollingText } from '../frame/Scrolling.tsx';
import { ResultView } from '../result/ResultView.tsx';

export function JobPage({ jobId }: { jobId: string }) {
  const [polling] = useState(() => createJobPolling(jobId));
  const { job, error } = useStore(polling.$state);
  useEffect(() => polling.start(), [polling]);
  const back = { href: JOBS_HREF, label: text.jobs };
  return (
    <OfficePage title={job ? text.jobTitle(jobTitle(job)) : text.job} back={back}>
      {error && <ErrorBox error={job ? text.jobUnread(error) : error} onRetry={polling.load} />}
      {job ? <JobDetails job={job} /> : !error && <Loading />}
      {job?.state === 'running' && <CancelJob action={polling.cancel} />}
    </OfficePage>
  );
}

function JobDetails({ job }: { job: OfficeJob }) {
  const { state, startedBy, startedAt, endedAt, log, result, error, operation, isDryRun } = job;
  const form = formHrefOf(job.jobId);
  return (
    <>
      <p className="office-state" data-state={state} role="status">
        {text.states[state]}
      </p>
      {error && <ErrorBox error={error} />}
      <PropertyList
        properties={[
          { name: 'startedBy', value: startedBy, type: 'text' },
          { name: 'startedAt', value: startedAt, type: 'instant' },
          { name: 'endedAt', value: endedAt, type: 'instant' },
        ]}
      />
      <section className="office-section">
        <h2 className="heading-4">{text.progress}</h2>
        <ScrollingText
          role="log"
          label={text.progress}
          lines={log.length > 0 ? log : [text.noProgress]}
        />
      </section>
      {result && (
        <section className="office-section office-outcome">
          <h2 className="heading-4">{isDryRun ? text.wouldChange : text.result}</h2>
          <ResultView result={result} isDryRun={isDryRun} name={operation.replaceAll(' ', '-')} />
        </section>
      )}
      {form && (
        <a className="action-link" href={form}>
          {text.toForm}
        </a>
      )}
    </>
  );
}
