import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { ListedJob } from '#stores/office/jobs.ts';
import { jobHref } from '#stores/office/view.ts';
import { Value } from '../table/Value.tsx';
import { ScrollingTable } from '../frame/Scrolling.tsx';

export const jobTitle = ({ title, isDryRun }: Pick<ListedJob, 'title' | 'isDryRun'>): string =>
  isDryRun ? text.dryRunOf(title) : title;

export const JobsTable = ({ jobs, title }: { jobs: ListedJob[]; title: string }) => (
  <ScrollingTable title={title}>
    <table className="office-table" aria-label={title}>
      <thead>
        <tr>
          {[text.operation, text.state, text.startedBy, text.startedAt, text.endedAt].map(
            (header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={job.jobId}>
            <td data-label={text.operation}>
              <a href={jobHref(job.jobId)}>{jobTitle(job)}</a>
            </td>
            <td data-label={text.state}>{text.states[job.state]}</td>
            <td data-label={text.startedBy}>{job.startedBy}</td>
            <td data-label={text.startedAt}>
              <Value value={job.startedAt} type="instant" />
            </td>
            <td data-label={text.endedAt}>
              <Value value={job.endedAt} type="instant" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollingTable>
);
