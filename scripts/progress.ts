const REDRAW_MS = 250;
/** The highest estimate for a running step, 0 to 1. */
const MAX_ESTIMATED_SHARE = 0.95;

/** `done`: the finished share of the step, from 0 to 1; undefined if unknown. */
type ReportProgress = (detail: string, done?: number) => void;

export interface Progress {
  /** Several steps may run at once. */
  run: <T>(label: string, work: (reportProgress: ReportProgress) => Promise<T>) => Promise<T>;
  end: () => void;
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'> & { columns?: number };

interface Step {
  label: string;
  startedAt: number;
  detail: string;
  done: number | undefined;
  /** Milliseconds; undefined while it runs. */
  durationMs: number | undefined;
}

/**
 * Redraws one line on a terminal; otherwise prints a line when a step begins. `usualSeconds`: usual
 * durations of all steps on two cores, for an estimate of the remaining time.
 */
export function createProgress(
  usualSeconds: Record<string, number> = {},
  output: Output = process.stdout,
): Progress {
  const startedAt = performance.now();
  const steps: Step[] = [];
  const remaining = () => timeLeft(usualSeconds, steps, performance.now() - startedAt);
  const line = (shown: Step[]) =>
    [shown.map(describeStep).join('; '), remaining()].filter(Boolean).join(' – ');
  const redraw = () => {
    const running = steps.filter(({ durationMs }) => durationMs === undefined);
    if (running.length)
      output.write(`\r\x1b[K${line(running).slice(0, (output.columns ?? 80) - 1)}`);
  };
  const timer = output.isTTY ? setInterval(redraw, REDRAW_MS) : undefined;
  timer?.unref();

  return {
    run: async (label, work) => {
      const step: Step = {
        label,
        startedAt: performance.now(),
        detail: '',
        done: undefined,
        durationMs: undefined,
      };
      steps.push(step);
      if (output.isTTY) redraw();
      else output.write(`${line([step])}\n`);
      try {
        return await work((detail, done) => Object.assign(step, { detail, done }));
      } catch (error) {
        if (output.isTTY) output.write('\n');
        throw error;
      } finally {
        step.durationMs = performance.now() - step.startedAt;
      }
    },
    end: () => {
      clearInterval(timer);
      const all = steps
        .map(({ label, durationMs = 0 }) => `${label} ${seconds(durationMs)}`)
        .join(', ');
      output.write(
        `${output.isTTY ? '\r\x1b[K' : ''}Done in ${seconds(performance.now() - startedAt)}: ${all}.\n`,
      );
    },
  };
}

export async function runStep<T>(
  label: string,
  work: (reportProgress: ReportProgress) => Promise<T>,
): Promise<T> {
  const progress = createProgress();
  try {
    return await progress.run(label, work);
  } finally {
    progress.end();
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const describeStep = ({ label, detail }: Step) => (detail ? `${label} (${detail})` : `${label} …`);

/** `about 20 s left`. The weight of the measured times grows with the finished share. */
function timeLeft(usualSeconds: Record<string, number>, steps: Step[], elapsedMs: number): string {
  const usualMs = Object.values(usualSeconds).reduce((sum, each) => sum + each, 0) * 1000;
  if (!usualMs) return '';
  const byLabel = new Map(steps.map((each) => [each.label, each]));
  const doneMs = Object.entries(usualSeconds).reduce(
    (sum, [label, each]) => sum + each * 1000 * completedShare(byLabel.get(label), each),
    0,
  );
  const share = doneMs / usualMs;
  const estimatedMs = usualMs * (1 - share) + (share > 0 ? elapsedMs / share : 0) * share;
  return `about ${Math.max(1, Math.round((estimatedMs * (1 - share)) / 1000))} s left`;
}

function completedShare(step: Step | undefined, usualSeconds: number): number {
  if (!step) return 0;
  if (step.durationMs !== undefined) return 1;
  const estimate = (performance.now() - step.startedAt) / 1000 / usualSeconds;
  return Math.min(MAX_ESTIMATED_SHARE, step.done ?? estimate);
}
