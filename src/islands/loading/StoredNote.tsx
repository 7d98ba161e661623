import { useStore } from '@nanostores/react';
import { displayDateTime } from '#domain/format/date-times.ts';
import { commonMessages } from '#messages/common.ts';
import { viewerZone } from '#stores/booking/booking.ts';
import { $storedAt } from '#stores/stored-at.ts';

/** Without a network, tells when this device stored what the page shows. */
export function StoredNote() {
  const storedAt = useStore($storedAt);
  return (
    <p
      role="status"
      className={storedAt ? 'mb-6 border-l-5 border-line pl-4' : 'sr-only'}
      data-stored-note
    >
      {storedAt && commonMessages.storedAt(displayDateTime(storedAt, viewerZone()))}
    </p>
  );
}
