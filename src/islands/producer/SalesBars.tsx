import type { CSSProperties } from 'react';
import type { Bar } from '#stores/producer/sales-bars.ts';

interface SalesBarsProps {
  bars: readonly Bar[];
  /** Text alternative. */
  sentence: string;
  /** The gap between bars. */
  className: string;
}

/** Keeps its height while the figures load. */
export const SalesBars = ({ bars, sentence, className }: SalesBarsProps) => (
  <figure {...(bars.length > 0 && { role: 'img', 'aria-label': sentence })}>
    <div className={`grid h-37.5 auto-cols-fr grid-flow-col pb-[1.5rem] ${className}`}>
      {bars.map(({ day, height, count, date }) => (
        <span
          key={day}
          className="group relative flex min-w-0 flex-col justify-end border-b border-control-border"
        >
          {count !== null && (
            <b className="self-center font-tall text-22/[1.2] font-bold">{count}</b>
          )}
          <i
            className={`h-[calc(var(--height)*82%)] flex-none ${height > 0 ? 'min-h-1' : ''} ${count === null ? 'bg-(--bars)' : 'bg-action'}`}
            style={{ '--height': height } as CSSProperties}
          />
          {date && (
            <em className="absolute top-[calc(100%+5px)] left-0 font-body text-13/[1.2] font-normal whitespace-nowrap text-soft not-italic group-last:right-0 group-last:left-auto max-[20rem]:hidden max-[20rem]:group-last:block">
              {date}
            </em>
          )}
        </span>
      ))}
    </div>
  </figure>
);
