import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ProducerSales } from '#contract/producer.ts';
import { PRODUCER_SALES_DAYS } from '#domain/limits/producer.ts';
import { producerMessages as text, statementMessages } from '#messages/producer.ts';
import { $allSales, loadAllSales } from '#stores/producer/sales.ts';
import { LoadError, Loading } from '../loading/LoadStates.tsx';
import {
  changeText,
  dayRows,
  type Figure,
  FIGURE_HEADS,
  salesFigures,
  ticketDays,
} from '#stores/producer/all-sales.ts';
import { CellLines } from './CellLines.tsx';
import { RankedFilms } from './RankedFilms.tsx';
import { SalesBars } from './SalesBars.tsx';
import { salesBars } from '#stores/producer/sales-bars.ts';
import { TableSummary } from './TableSummary.tsx';

export function AllSales() {
  const { status, sales } = useStore($allSales);
  useEffect(() => void loadAllSales(), []);
  return (
    <section className="mb-14" aria-labelledby="all-sales" aria-busy={status === 'process'}>
      <h2 id="all-sales" className="heading-3">
        {text.allFilms(PRODUCER_SALES_DAYS)}
      </h2>
      {!sales && status === 'error' && (
        <div className="mt-4">
          <LoadError sentence={text.allSalesFailed} onRetry={loadAllSales} />
        </div>
      )}
      {!sales && status === 'process' && <Loading className="mt-4 h-240 lg:h-180" />}
      {sales && <Figures sales={sales} />}
    </section>
  );
}

const Figures = ({ sales }: { sales: ProducerSales }) => (
  <>
    <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-6 border-y border-line py-5.5 lg:grid-cols-4 lg:gap-x-8 lg:py-7.5">
      {salesFigures(sales).map((figure) => (
        <FigureCell key={figure.name} figure={figure} />
      ))}
    </dl>
    <p className="mt-3 small max-w-[76ch] text-soft">{text.allSalesNote}</p>
    {sales.movieCount > 0 && (
      <div className="mt-9 grid items-start gap-x-16 gap-y-11 *:min-w-0 min-[68.75rem]:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
        <RankedFilms sales={sales} />
        <DayFigures days={sales.days} />
      </div>
    )}
  </>
);

const FigureCell = ({
  figure: { name, value, otherCurrencyAmounts, change },
}: {
  figure: Figure;
}) => (
  <div className="min-w-0">
    <dt className="wide-label text-10 text-soft lg:text-11">{name}</dt>
    <dd className="mt-2">
      <b className="block font-tall text-34 leading-none font-bold lg:text-52">{value}</b>
      {otherCurrencyAmounts && (
        <span className="mt-1 block small font-semibold">{otherCurrencyAmounts}</span>
      )}
      <span className="mt-2 block small">{text.inLastWeek(change.lastWeek)}</span>
      <span className={`block small ${change.direction > 0 ? 'text-good' : 'text-soft'}`}>
        {changeText(change)}
      </span>
    </dd>
  </div>
);

const DayFigures = ({ days }: Pick<ProducerSales, 'days'>) => (
  <section className="over-time" aria-labelledby="by-day">
    <h3 id="by-day" className="heading-4 mb-3">
      {text.perDay}
    </h3>
    <SalesBars
      {...salesBars(ticketDays(days), text.ticketsPerDay)}
      className="gap-[3px] lg:gap-1"
    />
    <details className="mt-2">
      <TableSummary />
      <DayTable days={days} />
    </details>
  </section>
);

const DayTable = ({ days }: Pick<ProducerSales, 'days'>) => (
  <table className="table daily-table" aria-label={text.byDay}>
    <thead>
      <tr>
        <th scope="col">{statementMessages.day}</th>
        {FIGURE_HEADS.map((head) => (
          <th key={head} scope="col" className="money">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {dayRows(days).map(({ day, name, cells }) => (
        <tr key={day}>
          <th scope="row">{name}</th>
          {cells.map((cell, index) => (
            <td key={FIGURE_HEADS[index]} className="money">
              <CellLines lines={cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
