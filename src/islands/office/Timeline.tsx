import { Value } from './Value.tsx';

export interface TimelineEntry {
  at: string | Date;
  title: string;
  details: string;
}

export const Timeline = ({ label, entries }: { label: string; entries: TimelineEntry[] }) => (
  <ol className="office-timeline" aria-label={label}>
    {entries.map(({ at, title, details }, index) => (
      // Two entries may be equal.
      // oxlint-disable-next-line react/no-array-index-key
      <li key={index}>
        <Value value={at} />
        <div>
          <p className="name">{title}</p>
          {details && <p className="small">{details}</p>}
        </div>
      </li>
    ))}
  </ol>
);
