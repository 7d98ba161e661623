const WIDTH = 24;
const REDRAW_MS = 200;
const LINE_MS = 10_000;
/** Before this much is done nobody can say how long the rest will take. */
const ENOUGH = 0.02;

export interface Told {
  stage: string;
  fraction: number;
}

/** Shows how far a film is and how long it will take: one line that is redrawn on a terminal, a line now and then in a pipe. */
export function progressBar(label: string, stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stdout) {
  const timeLeft = estimate();
  const every = stream.isTTY ? REDRAW_MS : LINE_MS;
  let shownAt = -Infinity;
  let shownStage = '';

  return {
    tell({ stage, fraction }: Told) {
      const left = timeLeft(fraction);
      const isDue = performance.now() - shownAt >= every || (!stream.isTTY && stage !== shownStage);
      if (!isDue) return;
      shownAt = performance.now();
      shownStage = stage;
      const line = [`${label}  ${percent(fraction)}`, stage, left].filter(Boolean).join('  ');
      stream.write(stream.isTTY ? `\r\x1b[K${bar(fraction)} ${line}` : `${line}\n`);
    },
    end() {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}

const percent = (fraction: number) => `${Math.floor(fraction * 100)}%`.padStart(4);
const bar = (fraction: number) => '█'.repeat(Math.round(fraction * WIDTH)).padEnd(WIDTH, '░');

/** Counts from where this run began: what an earlier one did took no time now. */
function estimate() {
  const startedAt = performance.now();
  let first: number | undefined;
  return (fraction: number): string => {
    first ??= fraction;
    const done = fraction - first;
    if (done < ENOUGH || fraction >= 1) return '';
    return `${duration(((performance.now() - startedAt) / done) * (1 - fraction))} left`;
  };
}

/** `40 s`, `12 min`, `2 h 05 min` */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
