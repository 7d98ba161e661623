import type { TimelineEntry } from '#stores/office/order-timeline.ts';
import { useObjectLinks } from '../table/use-object-links.ts';
import { Value } from '../table/Value.tsx';

export const Timeline = ({ label, entries }: { label: string; entries: TimelineEntry[] }) => (
  <ol className="office-timeline" aria-label={label}>
    {entries.map((entry, index) => (
      // Two entries may be equal.
      // oxlint-disable-next-line react/no-array-index-key
      <li key={index}>
        <Value value={entry.at} type="instant" />
        <div>
          <p className="name">{entry.title}</p>
          <Details entry={entry} />
        </div>
      </li>
    ))}
  </ol>
);

/** The link needs the role for the object's page. */
function Details({ entry: { details, object } }: { entry: TimelineEntry }) {
  const linkTo = useObjectLinks();
  if (!object) return details && <p className="small">{details}</p>;
  return (
    <p className="small">
      <span>{details}</span> <Value value={object.id} href={linkTo(object.key, object.id)} />
    </p>
  );
}
