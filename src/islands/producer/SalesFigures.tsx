import { useStore } from '@nanostores/react';
import type { CSSProperties, ReactNode } from 'react';
import type { MovieSales } from '#contract/producer.ts';
import { producerMessages as text } from '#messages/producer.ts';
import { $sales } from '#stores/producer-sales.ts';
import { salesBars } from './sales-bars.ts';

const BARS_CLASSES = 'grid h-37.5 grid-cols-14 gap-1 pb-6 min-[900px]:gap-2.5';

export function SalesFigures() {
  const { status, days, sales } = useStore($sales);
  if (status === 'error' && !sales)
    return (
      <section className="sales-figures border-y border-line py-5.5 min-[900px]:py-7.5">
        <p className="text-soft" role="status">
          {text.figuresFailed}
        </p>
      </section>
    );
  return (
    <section
      className="sales-figures grid gap-5.5 border-y border-line py-5.5 min-[900px]:grid-cols-[auto_minmax(0,560px)] min-[900px]:items-center min-[900px]:justify-between min-[900px]:gap-16 min-[900px]:py-7.5"
      aria-busy={status === 'process'}
      data-skeleton={sales ? undefined : ''}
    >
      <div>
        <dl className="grid grid-cols-[auto_auto_auto] justify-between gap-3 min-[900px]:justify-start min-[900px]:gap-14">
          <Figure name={text.paidOrders}>{sales?.paidOrders.toLocaleString('en-IN')}</Figure>
          <Figure name={text.salesBeforeGst}>{sales && wholeRupees(sales.salesBeforeGst)}</Figure>
          <Figure name={text.countries}>{sales?.countries}</Figure>
        </dl>
        <p className="mt-3 small text-soft">{text.inLastDays(days)}</p>
      </div>
      {sales ? <Bars days={sales.days} /> : <div className={BARS_CLASSES} />}
    </section>
  );
}

const wholeRupees = (rupees: number) => `₹${Math.round(rupees).toLocaleString('en-IN')}`;

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="wide-label text-[10px] text-soft min-[900px]:text-[11px]">{name}</dt>
    <dd className="mt-2 font-tall text-[34px] leading-none font-bold min-[900px]:text-[56px]">
      {children ?? '\u00a0'}
    </dd>
  </div>
);

function Bars({ days }: Pick<MovieSales, 'days'>) {
  const { bars, sentence } = salesBars(days);
  return (
    <figure role="img" aria-label={sentence}>
      <div className={BARS_CLASSES}>
        {bars.map(({ day, height, count, date }) => (
          <span key={day} className="group relative flex flex-col justify-end border-b border-edge">
            {count !== null && <b className="self-center font-tall text-[22px]/[1.2] font-bold">{count}</b>}
            <i
              className={`h-[calc(var(--height)*82%)] flex-none ${count === null ? 'bg-(--bars)' : 'bg-act'}`}
              style={{ '--height': height } as CSSProperties}
            />
            {date && (
              <em className="absolute top-[calc(100%+5px)] left-0 font-body text-[13px]/[1.2] font-normal whitespace-nowrap text-soft not-italic group-last:right-0 group-last:left-auto">
                {date}
              </em>
            )}
          </span>
        ))}
      </div>
    </figure>
  );
}
