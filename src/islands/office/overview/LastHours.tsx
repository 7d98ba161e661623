import { useMemo } from 'react';
import { displayNumber } from '#domain/format/numbers.ts';
import { displayWholeRupees } from '#domain/format/report-money.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { HourFigures } from '#stores/office/overview.ts';
import { SalesChart } from '../../producer/SalesChart.tsx';
import { hourSeries } from '#stores/office/hour-series.ts';
import { ScrollingTable } from '../frame/Scrolling.tsx';

type Figures = Omit<HourFigures, 'hour'>;

export const LastHoursTotals = ({ total }: { total: Figures }) => (
  <section aria-label={text.last24Hours}>
    <dl className="office-totals">
      <Total
        name={text.sales}
        value={displayWholeRupees(total.sales)}
        lastWeek={displayWholeRupees(total.salesLastWeek)}
      />
      <Total
        name={text.tickets}
        value={displayNumber(total.tickets)}
        lastWeek={displayNumber(total.ticketsLastWeek)}
      />
      <Total
        name={text.plays}
        value={displayNumber(total.plays)}
        lastWeek={displayNumber(total.playsLastWeek)}
      />
    </dl>
  </section>
);

const Total = ({ name, value, lastWeek }: { name: string; value: string; lastWeek: string }) => (
  <div>
    <dt className="wide-label">{name}</dt>
    <dd>
      <b>{value}</b> <span className="small">{text.lastWeekValue(lastWeek)}</span>
    </dd>
  </div>
);

export function LastHours({ hours }: { hours: HourFigures[] }) {
  const charts = useMemo(() => hourSeries(hours), [hours]);
  return (
    <section className="office-section">
      <h2 className="heading-4">{text.last24Hours}</h2>
      <p className="small">{text.lastHoursNote}</p>
      <div className="office-hours">
        <div className="office-charts">
          <p className="office-legend small" aria-hidden="true">
            <span>{text.last24Hours}</span>
            <span>{text.lastWeek}</span>
          </p>
          {charts.map((series) => (
            <SalesChart key={series.name} series={series} height="h-50" />
          ))}
        </div>
        <HoursTable hours={hours} />
      </div>
    </section>
  );
}

const HoursTable = ({ hours }: { hours: HourFigures[] }) => (
  <ScrollingTable title={text.last24Hours}>
    <table className="office-figures" aria-label={text.last24Hours}>
      <thead>
        <tr>
          <th scope="col">{text.hour}</th>
          {[text.sales, text.tickets, text.plays].flatMap((name) => [
            <th key={name} scope="col">
              {name}
            </th>,
            <th key={`${name} ${text.lastWeek}`} scope="col" className="last-week">
              <span className="sr-only">{`${name}, `}</span>
              <span>{text.lastWeek}</span>
            </th>,
          ])}
        </tr>
      </thead>
      <tbody>
        {hours.toReversed().map((each) => (
          <tr key={each.hour}>
            <th scope="row">{each.hour}</th>
            <td>{displayWholeRupees(each.sales)}</td>
            <td className="last-week">{displayWholeRupees(each.salesLastWeek)}</td>
            <td>{displayNumber(each.tickets)}</td>
            <td className="last-week">{displayNumber(each.ticketsLastWeek)}</td>
            <td>{displayNumber(each.plays)}</td>
            <td className="last-week">{displayNumber(each.playsLastWeek)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollingTable>
);
