import { labelOf } from './table-rows.ts';
import { Value } from './Value.tsx';

export const PropertyList = ({ properties }: { properties: [name: string, value: unknown][] }) => (
  <dl className="office-facts">
    {properties.map(([name, value]) => (
      <div key={name}>
        <dt>{labelOf(name)}</dt>
        <dd>
          <Value value={value} />
        </dd>
      </div>
    ))}
  </dl>
);
