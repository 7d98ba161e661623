import { displayDuration } from '#domain/format/task-durations.ts';
import { escapeControls } from '#domain/plain-text.ts';

const WIDTH = 24;
const REDRAW_MS = 200;
const LINE_MS = 10_000;
/** Below this fraction an estimate would be unreliable. */
const MIN_FRACTION_FOR_ESTIMATE = 0.02;

export interface StageProgress {
  stage: string;
  fraction: number;
}

/**
 * Redraws one line on a terminal; prints a line at each stage and every ten seconds to a pipe.
 * `shown`: the lines of the films that are encoded at once, which share the line of the terminal.
 */
export function progressBar(
  label: string,
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stdout,
  shown = new Map<string, string>(),
) {
  const timeLeft = createTimeEstimate();
  const intervalMs = stream.isTTY ? REDRAW_MS : LINE_MS;
  const shownLabel = escapeControls(label);
  let shownAt = -Infinity;
  let shownStage = '';

  return {
    update({ stage, fraction }: StageProgress) {
      const remaining = timeLeft(fraction);
      const isDue =
        performance.now() - shownAt >= intervalMs || (!stream.isTTY && stage !== shownStage);
      if (!isDue) return;
      shownAt = performance.now();
      shownStage = stage;
      const line = [`${shownLabel}  ${percent(fraction)}`, stage, remaining]
        .filter(Boolean)
        .join('  ');
      shown.set(label, line);
      stream.write(
        stream.isTTY ? `\r\x1b[K${bar(fraction)} ${[...shown.values()].join(' · ')}` : `${line}\n`,
      );
    },
    end() {
      shown.delete(label);
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}

const percent = (fraction: number) => `${Math.floor(fraction * 100)}%`.padStart(4);
const bar = (fraction: number) => '█'.repeat(Math.round(fraction * WIDTH)).padEnd(WIDTH, '░');

/** Starts at the first fraction of this run: earlier runs may have done a part. */
function createTimeEstimate() {
  const startedAt = performance.now();
  let first: number | undefined;
  return (fraction: number): string => {
    first ??= fraction;
    const done = fraction - first;
    if (done < MIN_FRACTION_FOR_ESTIMATE || fraction >= 1) return '';
    return `${displayDuration(((performance.now() - startedAt) / done) * (1 - fraction))} left`;
  };
}
