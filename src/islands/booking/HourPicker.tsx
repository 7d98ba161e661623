import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { displayHour } from '#domain/dates.ts';
import { displayHouseHour, whichOfTwo } from '#domain/moments.ts';
import { SLOT_GROUPS, slotGroup, type Slot } from '#domain/slots.ts';
import { zoneAbbreviation, zoneCity } from '#domain/zones.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { $booking, $now, $presentStart, $slots, chooseHour, isAt, viewerZone } from '#stores/booking.ts';

export function HourPicker() {
  const { slots, hasNow } = useStore($slots);
  const { movie } = useStore($booking);
  const now = useStore($now);
  const zone = viewerZone();
  const isShut = !hasNow && slots.every(({ isFree }) => !isFree);

  return (
    <section className="pt-6.5 lg:pt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="lab text-[17px]">{text.hour}</h2>
        <p className="sm soft">{text.yourZone(zoneCity(zone), zoneAbbreviation(now, zone))}</p>
      </div>
      {hasNow && <NowSlot />}
      {SLOT_GROUPS.map((group) => (
        <Group key={group} title={text.groups[group]} slots={slots.filter(({ hour }) => slotGroup(hour) === group)} />
      ))}
      {isShut && (
        <p className="sm soft mt-4" role="status">
          {movie?.streamingStartDate ? text.noHourLeft : text.notStreaming}
        </p>
      )}
    </section>
  );
}

function NowSlot() {
  const { hour, ticket } = useStore($booking);
  return (
    <button type="button" className="slot now mt-3" aria-pressed={hour === 'now'} onClick={() => chooseHour('now')}>
      <span>
        <i />
        {text.now}
      </span>{' '}
      <small>{ticket ? text.movesNow : text.nowNote}</small>
    </button>
  );
}

/** Six hours. A group that is all past shrinks to one bare row. */
function Group({ title, slots }: { title: string; slots: Slot[] }) {
  const isPast = slots.every(({ isFree }) => !isFree);
  const id = useId();
  return (
    <div className={`grid lg:grid-cols-[92px_1fr] lg:items-center ${isPast ? 'mt-3 lg:mt-1' : 'mt-4.5 lg:mt-3'}`}>
      <h3 className="wide soft" id={id}>
        {title}
      </h3>
      <ul
        className={isPast ? 'slots grid-cols-6 gap-x-0.5 gap-y-0 lg:gap-2' : 'slots mt-2 lg:mt-0'}
        aria-labelledby={id}
      >
        {slots.map((slot) => (
          <li key={slot.hour}>
            <HourSlot slot={slot} isBare={isPast} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const BARE = 'min-h-[34px] border-transparent px-0 text-[15px] lg:min-h-[38px] lg:text-[18px]';

function HourSlot({ slot, isBare }: { slot: Slot; isBare: boolean }) {
  const { hour } = useStore($booking);
  const isPresent = isAt(slot, useStore($presentStart));
  const note = isPresent ? text.presentHour : slot.isFree && besides(slot);
  return (
    <button
      type="button"
      className={`slot ${isBare ? BARE : ''} ${isPresent ? 'no-underline!' : ''}`}
      disabled={!slot.isFree}
      aria-pressed={slot.isFree && hour === slot.hour}
      onClick={() => chooseHour(slot.hour)}
    >
      <span className="block whitespace-nowrap">{displayHour(slot.start, viewerZone())}</span>{' '}
      {note && <small className="mt-1 block font-body text-[11px] leading-[1.15] font-medium opacity-80">{note}</small>}
    </button>
  );
}

/** Under an hour: which it is where the clock reads so twice, and what India's clock reads. */
const besides = ({ start }: Slot) =>
  [whichOfTwo(start, viewerZone()), displayHouseHour(start, viewerZone())].filter(Boolean).join(' · ');
