import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { displayCinemaMoment } from '#domain/format/moments.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { freshnessOf, type OfficeOverview } from '#stores/office/overview.ts';
import { Button } from '#ui/Button.tsx';

/** Without the day: `18:00 IST`. */
const CLOCK_START = '2026-12-05 '.length;

/** The time is no live region: it changes every minute. */
export function Freshness({ overview }: { overview: OfficeOverview }) {
  const { updatedAt, error } = freshnessOf(useStore(overview.$parts));
  const [isBusy, setIsBusy] = useState(false);
  const update = async () => {
    setIsBusy(true);
    await overview.reload();
    setIsBusy(false);
  };
  return (
    <>
      <div className="office-freshness">
        <p className="small">
          {updatedAt && (
            <>
              <span>{text.updatedAt}</span>{' '}
              <time dateTime={updatedAt.toISOString()}>
                {displayCinemaMoment(updatedAt).slice(CLOCK_START)}
              </time>
              <span>{'. '}</span>
            </>
          )}
          <span>{text.updatesItself}</span>
        </p>
        <Button
          kind="secondary"
          small
          busy={isBusy}
          busyLabel={text.updating}
          onClick={() => void update()}
        >
          {text.update}
        </Button>
      </div>
      <div role="status">{error && <p className="error-box">{text.staleFigures(error)}</p>}</div>
    </>
  );
}
