import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { $jobs, loadJobs } from '#stores/office/jobs.ts';
import { JobsTable } from './JobsTable.tsx';
import { ErrorBox, Loading } from '../frame/LoadStates.tsx';
import { OfficePage } from '../frame/OfficePage.tsx';

export function JobsPage() {
  const { status, jobs, error } = useStore($jobs);
  useEffect(() => void loadJobs(), []);
  return (
    <OfficePage title={text.jobs}>
      {status === 'process' && jobs.length === 0 && <Loading />}
      {status === 'error' && <ErrorBox error={error} onRetry={() => void loadJobs()} />}
      {status === 'success' && jobs.length === 0 && <p className="empty-box">{text.noJobs}</p>}
      {jobs.length > 0 && <JobsTable jobs={jobs} title={text.jobs} />}
    </OfficePage>
  );
}
