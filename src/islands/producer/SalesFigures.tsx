import { useStore } from '@nanostores/react';
import type { CSSProperties, ReactNode } from 'react';
import type { MovieSales } from '#contract/producer.ts';
import { producerMessages as text } from '#messages/producer.ts';
import { $sales } from '#stores/producer-sales.ts';
import { salesBars } from './sales-bars.ts';

export function SalesFigures() {
  const { status, days, sales } = useStore($sales);
  if (status === 'error' && !sales)
    return (
      <section className="figures">
        <p className="soft" role="status">
          {text.figuresFailed}
        </p>
      </section>
    );
  return (
    <section className="figures" aria-busy={status === 'process'} data-skeleton={sales ? undefined : ''}>
      <div>
        <dl>
          <Figure name={text.paidOrders}>{sales?.paidOrders.toLocaleString('en-IN')}</Figure>
          <Figure name={text.salesBeforeGst}>{sales && wholeRupees(sales.salesBeforeGst)}</Figure>
          <Figure name={text.countries}>{sales?.countries}</Figure>
        </dl>
        <p className="span sm soft">{text.inLastDays(days)}</p>
      </div>
      {sales ? <Bars days={sales.days} /> : <div className="bars" />}
    </section>
  );
}

const wholeRupees = (rupees: number) => `₹${Math.round(rupees).toLocaleString('en-IN')}`;

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="wide soft">{name}</dt>
    <dd>{children ?? '\u00a0'}</dd>
  </div>
);

function Bars({ days }: Pick<MovieSales, 'days'>) {
  const { bars, sentence } = salesBars(days);
  return (
    <figure role="img" aria-label={sentence}>
      <div className="bars">
        {bars.map(({ day, height, count, date }) => (
          <span key={day} className={count === null ? undefined : 'most'}>
            {count !== null && <b>{count}</b>}
            <i style={{ '--height': height } as CSSProperties} />
            {date && <em>{date}</em>}
          </span>
        ))}
      </div>
    </figure>
  );
}
