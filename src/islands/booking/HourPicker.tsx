import { useStore } from '@nanostores/react';
import { useId } from 'react';
import {
  displayCinemaTime,
  repeatedHourAbbreviation,
  zoneAbbreviation,
  zoneCity,
} from '#domain/format/date-times.ts';
import { displayTime } from '#domain/format/dates.ts';
import { SLOT_GROUPS, slotGroup, type Slot } from '#domain/slots.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import {
  $booking,
  $now,
  $currentStart,
  $slots,
  chooseHour,
  isSlotAt,
  viewerZone,
} from '#stores/booking/booking.ts';
import { $isPaid } from '#stores/gifts/gift-draft.ts';

export function HourPicker() {
  const { slots, hasNow } = useStore($slots);
  const { movie } = useStore($booking);
  const now = useStore($now);
  const zone = viewerZone();
  const hasNoBookableSlot = slots.every(({ isBookable }) => !isBookable);

  return (
    <section className="pt-6.5 lg:pt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="label text-17">{text.hour}</h2>
        <p className="small text-soft">
          {text.yourZone(zoneCity(zone), zoneAbbreviation(now, zone))}
        </p>
      </div>
      {hasNow && <NowSlot />}
      {SLOT_GROUPS.map((group) => ({
        group,
        slots: slots.filter(({ hour }) => slotGroup(hour) === group),
      }))
        .filter((each) => each.slots.length > 0)
        .map((each) => (
          <SlotGroup key={each.group} title={text.groups[each.group]} slots={each.slots} />
        ))}
      {hasNoBookableSlot && (
        <p className="small text-soft mt-4" role="status">
          {hasNow
            ? text.onlyNowLeft
            : movie?.streamingStartDate
              ? text.noHourLeft
              : text.noTimesWithoutDate}
        </p>
      )}
    </section>
  );
}

function NowSlot() {
  const { hour } = useStore($booking);
  const isPaid = useStore($isPaid);
  return (
    <button
      type="button"
      className="group slot start-now mt-3 flex min-h-13.5 items-center justify-between gap-3 px-4 py-0"
      aria-pressed={hour === 'now'}
      onClick={() => chooseHour('now')}
    >
      <span className="flex items-center gap-2.5 text-22 text-good group-aria-pressed:text-on-action">
        <i className="size-[9px] rounded-full bg-good" />
        <span>{text.now}</span>
      </span>{' '}
      <small className="text-right font-body text-14/[1.3] font-normal text-soft group-aria-pressed:text-on-action">
        {isPaid ? text.windowOpensAtOnce : text.windowOpensOnPayment}
      </small>
    </button>
  );
}

/** Six hours; smaller if none can be booked and none is the ticket's current hour. */
function SlotGroup({ title, slots }: { title: string; slots: Slot[] }) {
  const currentStart = useStore($currentStart);
  const isUnavailable = slots.every((slot) => !slot.isBookable && !isSlotAt(slot, currentStart));
  const id = useId();
  return (
    <div
      className={`grid md:grid-cols-[minmax(5.75rem,min-content)_1fr] md:items-center ${isUnavailable ? 'mt-3 md:mt-1' : 'mt-4.5 md:mt-3'}`}
    >
      <h3 className="wide-label text-soft" id={id}>
        {title}
      </h3>
      <ul
        className={
          isUnavailable
            ? 'flex flex-wrap gap-x-0.5 *:flex-[1_0_14%] max-[20rem]:*:flex-[1_0_28%] md:gap-2'
            : 'mt-2 flex flex-wrap gap-2 *:flex-[1_0_28%] max-[20rem]:*:flex-[1_0_40%] md:mt-0 md:*:flex-[1_0_14%]'
        }
        aria-labelledby={id}
      >
        {slots.map((slot) => (
          <li key={slot.hour}>
            <HourSlot slot={slot} isBare={isUnavailable} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const BARE_SLOT = 'min-h-[34px] border-transparent px-0 text-15 md:min-h-[38px] lg:text-18';

function HourSlot({ slot, isBare }: { slot: Slot; isBare: boolean }) {
  const { hour } = useStore($booking);
  const isCurrent = isSlotAt(slot, useStore($currentStart));
  const note = isCurrent ? text.currentHour : slot.isBookable && slotNote(slot);
  return (
    <button
      type="button"
      className={isCurrent ? 'slot current' : `slot ${isBare ? BARE_SLOT : ''}`}
      disabled={!slot.isBookable}
      aria-pressed={slot.isBookable && hour === slot.hour}
      onClick={() => chooseHour(slot.hour)}
    >
      <span className="block whitespace-nowrap">{displayTime(slot.start, viewerZone())}</span>{' '}
      {note && (
        <small className="mt-1 block font-body text-11 leading-[1.15] font-medium opacity-80">
          {note}
        </small>
      )}
    </button>
  );
}

/**
 * Says at which instant a repeated hour starts (slots.ts lists only the first), and adds India's
 * time.
 */
const slotNote = ({ start }: Slot) =>
  [repeatedHourAbbreviation(start, viewerZone()), displayCinemaTime(start, viewerZone())]
    .filter(Boolean)
    .join(' · ');
