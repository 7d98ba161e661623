import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import type { OperationDescription } from '#contract/office.ts';
import { nounTitle, officeScreenMessages as text } from '#messages/office-screens.ts';
import type { ListedJob } from '#stores/office/jobs.ts';
import { openOverview } from '#stores/office/overview.ts';
import { JOBS_HREF, jobHref, nounHref } from '#stores/office/view.ts';
import { Freshness } from './Freshness.tsx';
import { HealthProblems } from './HealthProblems.tsx';
import { jobTitle } from '../jobs/JobsTable.tsx';
import { LastHours, LastHoursTotals } from './LastHours.tsx';
import { Loading } from '../frame/LoadStates.tsx';
import { OfficePage } from '../frame/OfficePage.tsx';
import { OperationLinks } from '../operation/OperationLinks.tsx';
import { TonightTickets } from './TonightTickets.tsx';
import { Value } from '../table/Value.tsx';
import { WaitingList } from './WaitingList.tsx';

export function Overview({ operations }: { operations: OperationDescription[] }) {
  const overview = useMemo(() => openOverview(operations), [operations]);
  const { hours, tonight, jobs, ...waiting } = useStore(overview.$parts);
  useEffect(() => overview.start(), [overview]);
  return (
    <OfficePage title={text.overview}>
      <Freshness overview={overview} />
      {waiting.health?.data && <HealthProblems findings={waiting.health.data.findings} />}
      {operations.length === 0 && <p>{text.noOperations}</p>}
      {hours?.data && <LastHoursTotals total={hours.data.total} />}
      {hours && !hours.data && !hours.error && <Loading />}
      <div className="office-panels">
        <WaitingList parts={waiting} operations={operations} />
        {tonight?.data && <TonightTickets tonight={tonight.data} />}
        <section className="office-section">
          <h2 className="heading-4">{text.runningJobs}</h2>
          {jobs?.data && (
            <RunningJobs jobs={jobs.data.filter(({ state }) => state === 'running')} />
          )}
          <a className="action-link" href={JOBS_HREF}>
            {text.allJobs}
          </a>
        </section>
      </div>
      {hours?.data && <LastHours hours={hours.data.hours} />}
      {operations.length > 0 && <AllOperations operations={operations} />}
    </OfficePage>
  );
}

const RunningJobs = ({ jobs }: { jobs: ListedJob[] }) =>
  jobs.length > 0 ? (
    <ul className="office-waiting">
      {jobs.map((job) => (
        <li key={job.jobId}>
          <a href={jobHref(job.jobId)}>{jobTitle(job)}</a>
          <span className="small">
            <span>{`${job.startedBy}, ${text.since} `}</span>
            <Value value={job.startedAt} type="instant" />
          </span>
        </li>
      ))}
    </ul>
  ) : (
    <p>{text.noRunningJobs}</p>
  );

function AllOperations({ operations }: { operations: OperationDescription[] }) {
  const nouns = [...new Set(operations.map(({ noun }) => noun))];
  return (
    <details className="office-details">
      <summary>{text.allOperations}</summary>
      <p className="small">{text.overviewNote}</p>
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
    </details>
  );
}
