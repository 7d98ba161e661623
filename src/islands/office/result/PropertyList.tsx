import type { Fact } from '#stores/office/result-parts.ts';
import { labelOf, wordOf } from '#stores/office/table-rows.ts';
import { useObjectLinks } from '../table/use-object-links.ts';
import { Value } from '../table/Value.tsx';

export function PropertyList({ properties }: { properties: Fact[] }) {
  const linkTo = useObjectLinks();
  return (
    <dl className="office-facts">
      {properties.map(({ name, value, type }) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <Value value={wordOf(name, value)} type={type} href={linkTo(name, value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
