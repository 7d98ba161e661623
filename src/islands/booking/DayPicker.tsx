import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useId } from 'react';
import {
  displayDayOfMonth,
  displayMonthOfDay,
  displayWeekday,
} from '#domain/format/calendar-days.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { $date, $days, chooseDate } from '#stores/booking/booking.ts';

const KEY_STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

export function DayPicker() {
  const days = useStore($days);
  const chosen = useStore($date);
  const titleId = useId();

  const move = (event: KeyboardEvent<HTMLOListElement>) => {
    const step = KEY_STEPS[event.key];
    const next = days[days.indexOf(chosen) + (step ?? 0)];
    if (!step || !next) return;
    event.preventDefault();
    chooseDate(next);
    event.currentTarget.querySelectorAll('button')[days.indexOf(next)]?.focus();
  };

  return (
    <section className="pt-6.5 lg:pt-8">
      <h2 className="label mb-2.5 text-17" id={titleId}>
        {text.day}
      </h2>
      <ol className="days gap-1.5 lg:gap-2.5" aria-labelledby={titleId} onKeyDown={move}>
        {days.map((date, index) => (
          <li key={date}>
            <button
              type="button"
              className="day-button"
              aria-pressed={date === chosen}
              tabIndex={date === chosen ? 0 : -1}
              onClick={() => chooseDate(date)}
            >
              <span className="wide-label">{index === 0 ? text.today : displayWeekday(date)}</span>{' '}
              <b>{displayDayOfMonth(date)}</b>{' '}
              <span className="wide-label">{displayMonthOfDay(date)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
