import { labelOf, wordOf } from './table-rows.ts';
import { useObjectLinks } from './use-object-links.ts';
import { Value } from './Value.tsx';

export function PropertyList({ properties }: { properties: [name: string, value: unknown][] }) {
  const linkTo = useObjectLinks();
  return (
    <dl className="office-facts">
      {properties.map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <Value value={wordOf(name, value)} href={linkTo(name, value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
