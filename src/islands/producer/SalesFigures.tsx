import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { displayNumber } from '#domain/format/numbers.ts';
import { displayWholeRupees } from '#domain/format/report-money.ts';
import { producerMessages as text } from '#messages/producer.ts';
import { $sales } from '#stores/producer/sales.ts';
import { SalesBars } from './SalesBars.tsx';
import { salesBars } from '#stores/producer/sales-bars.ts';

export function SalesFigures() {
  const { status, days, sales } = useStore($sales);
  if (status === 'error' && !sales)
    return (
      <section className="sales-figures border-y border-line py-5.5 min-[56.25rem]:py-7.5">
        <p className="text-soft" role="status">
          {text.figuresFailed}
        </p>
      </section>
    );
  return (
    <section
      className="sales-figures grid gap-5.5 border-y border-line py-5.5 min-[56.25rem]:grid-cols-[auto_minmax(0,35rem)] min-[56.25rem]:items-center min-[56.25rem]:justify-between min-[56.25rem]:gap-16 min-[56.25rem]:py-7.5"
      aria-busy={status === 'process'}
      data-skeleton={sales ? undefined : ''}
    >
      <div>
        <dl className="flex flex-wrap items-end justify-between gap-3 min-[56.25rem]:justify-start min-[56.25rem]:gap-14">
          <Figure name={text.paidOrders}>{sales && displayNumber(sales.paidOrders)}</Figure>
          <Figure name={text.salesBeforeGst}>
            {sales && displayWholeRupees(sales.salesBeforeGst)}
          </Figure>
          <Figure name={text.countries}>{sales?.countries}</Figure>
        </dl>
        <p className="mt-3 small text-soft">{text.inLastDays(days)}</p>
      </div>
      <SalesBars {...salesBars(sales?.days ?? [])} className="gap-1 min-[56.25rem]:gap-2.5" />
    </section>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="wide-label text-10 text-soft min-[56.25rem]:text-11">{name}</dt>
    <dd className="mt-2 font-tall text-34 leading-none font-bold min-[56.25rem]:text-56">
      {children ?? '\u00a0'}
    </dd>
  </div>
);
