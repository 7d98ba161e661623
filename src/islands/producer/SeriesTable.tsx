import type { MovieSales } from '#contract/producer.ts';
import { statementMessages as text } from '#messages/producer.ts';
import { seriesTable } from './sales-series.ts';

/** Newest day first. `size` is the number of days per row. */
export function SeriesTable({ bins, size }: { bins: MovieSales['days']; size: number }) {
  const { heads, rows } = seriesTable(bins, size);
  return (
    <table className="table daily-table" aria-label={text.overTime}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={head} scope="col" className={index > 0 ? 'money' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.toReversed().map(({ day, cells: [name, ...figures] }) => (
          <tr key={day}>
            <th scope="row">{name}</th>
            {figures.map((figure, index) => (
              <td key={heads[index + 1]} className={/[1-9]/.test(figure) ? 'money' : 'money text-soft'}>
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
