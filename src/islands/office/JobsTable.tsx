import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { ListedJob } from '#stores/office-jobs.ts';
import { jobHref } from '#stores/office-view.ts';
import { Value } from './Value.tsx';
import { ScrollingTable } from './Scrolling.tsx';

/** `movie price`; `rebuild` instead of `rebuild rebuild`. */
export function operationOf({ operation, isDryRun }: Pick<ListedJob, 'operation' | 'isDryRun'>): string {
  const name = operation.replace(/^(\S+) \1$/, '$1');
  return isDryRun ? text.dryRunOf(name) : name;
}

export const JobsTable = ({ jobs, title }: { jobs: ListedJob[]; title: string }) => (
  <ScrollingTable title={title}>
    <table className="office-table" aria-label={title}>
      <thead>
        <tr>
          {[text.operation, text.state, text.startedBy, text.startedAt, text.endedAt].map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={job.jobId}>
            <td data-label={text.operation}>
              <a href={jobHref(job.jobId)}>{operationOf(job)}</a>
            </td>
            <td data-label={text.state}>{text.states[job.state]}</td>
            <td data-label={text.startedBy}>{job.startedBy}</td>
            <td data-label={text.startedAt}>
              <Value value={job.startedAt} />
            </td>
            <td data-label={text.endedAt}>
              <Value value={job.endedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollingTable>
);
