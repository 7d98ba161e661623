import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { producerMessages as text } from '#messages/producer.ts';
import type { ProducerMovie } from '#stores/producer/producer.ts';
import { $exportProgress, cancelExport, exportOrders } from '#stores/producer/export.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '../catalogue/icons.tsx';
import { exportProgressText } from '#stores/producer/export-progress.ts';

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
        className="min-w-40.5"
        onClick={() => void exportOrders.run(movieId, movie?.movieName)}
      >
        <Icon name="save" />
        <span>{isRunning ? text.exporting : text.exportCsv}</span>
      </Button>
      {isRunning && <Progress onCancel={cancel} />}
    </>
  );
}

function Progress({ onCancel }: { onCancel: () => void }) {
  const progress = useStore($exportProgress);
  const { rows, total } = progress;
  return (
    <div className="order-1 grid flex-[1_0_100%] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1">
      <progress
        className="col-start-1 h-2 w-full appearance-none overflow-hidden rounded-[4px] bg-(--bone) [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-(--bone) [&::-webkit-progress-value]:bg-action"
        aria-label={text.exportProgress}
        {...(total ? { value: Math.min(rows, total), max: total } : {})}
      />
      <span className="small text-soft tabular">{exportProgressText(progress)}</span>
      <Button
        kind="secondary"
        small
        className="col-start-2 row-span-2 row-start-1"
        onClick={onCancel}
      >
        {text.cancel}
      </Button>
    </div>
  );
}
