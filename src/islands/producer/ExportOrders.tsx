import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { producerMessages as text } from '#messages/producer.ts';
import type { ProducerMovie } from '#stores/producer.ts';
import { $exportProgress, cancelExport, exportOrders } from '#stores/producer-export.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '../history/icons.tsx';
import { exportProgressText } from './export-progress.ts';

/** Export CSV (spec §2). */
export function ExportOrders({ movieId, movie }: { movieId: number; movie: ProducerMovie | null }) {
  const { status } = useStore(exportOrders.$state);
  const isRunning = status === 'process';
  const button = useRef<HTMLButtonElement>(null);
  const cancel = () => {
    cancelExport();
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        busy={isRunning}
        className="export"
        onClick={() => void exportOrders.run(movieId, movie?.movieName)}
      >
        <Icon name="save" />
        {isRunning ? text.exporting : text.exportCsv}
      </Button>
      {isRunning && <Progress onCancel={cancel} />}
    </>
  );
}

function Progress({ onCancel }: { onCancel: () => void }) {
  const progress = useStore($exportProgress);
  const { rows, total } = progress;
  return (
    <div className="exporting">
      <progress aria-label={text.exportProgress} {...(total ? { value: Math.min(rows, total), max: total } : {})} />
      <span className="sm soft num">{exportProgressText(progress)}</span>
      <Button kind="line" small onClick={onCancel}>
        {text.cancel}
      </Button>
    </div>
  );
}
