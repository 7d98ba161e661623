import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { OperationDescription } from '#contract/office.ts';
import { nounTitle, officeScreenMessages as text } from '#messages/office-screens.ts';
import { $jobs, loadJobs } from '#stores/office-jobs.ts';
import { JOBS_HREF, nounHref } from '#stores/office-view.ts';
import { JobsTable } from './JobsTable.tsx';
import { ErrorBox } from './LoadStates.tsx';
import { OfficePage } from './OfficePage.tsx';
import { OperationLinks } from './OperationLinks.tsx';

export function Overview({ operations }: { operations: OperationDescription[] }) {
  const nouns = [...new Set(operations.map(({ noun }) => noun))];
  return (
    <OfficePage title={text.overview}>
      <RunningJobs />
      <p>{nouns.length > 0 ? text.overviewNote : text.noOperations}</p>
      <div className="office-groups">
        {nouns.map((noun) => (
          <section key={noun} className="office-section">
            <h2 className="heading-4">
              <a href={nounHref(noun)}>{nounTitle(noun)}</a>
            </h2>
            <OperationLinks operations={operations.filter((each) => each.noun === noun)} />
          </section>
        ))}
      </div>
    </OfficePage>
  );
}

function RunningJobs() {
  const { status, jobs, error } = useStore($jobs);
  useEffect(() => void loadJobs(), []);
  const running = jobs.filter(({ state }) => state === 'running');
  return (
    <section className="office-section">
      <h2 className="heading-4">{text.runningJobs}</h2>
      {status === 'error' && <ErrorBox error={error} onRetry={() => void loadJobs()} />}
      {running.length > 0 && <JobsTable jobs={running} title={text.runningJobs} />}
      {status === 'success' && running.length === 0 && <p>{text.noRunningJobs}</p>}
      <a className="action-link" href={JOBS_HREF}>
        {text.allJobs}
      </a>
    </section>
  );
}
