import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { producerMessages as text } from '#messages/producer.ts';
import { $sales } from '#stores/producer-sales.ts';
import { SalesBars } from './SalesBars.tsx';
import { salesBars } from './sales-bars.ts';
import { wholeRupees } from './sales-series.ts';

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
        <dl className="grid grid-cols-[auto_auto_auto] items-end justify-between gap-3 min-[900px]:justify-start min-[900px]:gap-14">
          <Figure name={text.paidOrders}>{sales?.paidOrders.toLocaleString('en-IN')}</Figure>
          <Figure name={text.salesBeforeGst}>{sales && wholeRupees(sales.salesBeforeGst)}</Figure>
          <Figure name={text.countries}>{sales?.countries}</Figure>
        </dl>
        <p className="mt-3 small text-soft">{text.inLastDays(days)}</p>
      </div>
      <SalesBars {...salesBars(sales?.days ?? [])} className="gap-1 min-[900px]:gap-2.5" />
    </section>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="wide-label text-[10px] text-soft min-[900px]:text-[11px]">{name}</dt>
    <dd className="mt-2 font-tall text-[34px] leading-none font-bold min-[900px]:text-[56px]">
      {children ?? '\u00a0'}
    </dd>
  </div>
);
