import type { Deps } from '#server/deps.ts';
import { fail } from './failure.ts';

/** After DRAIN_SECONDS, for the operator's commands, the jobs and the database. */
const CLOSE_SECONDS = 10;
/** npm forwards the SIGINT that the terminal has already sent to every process of the command. */
const FORWARDED_WITHIN_MS = 2000;

type OpenServer = Pick<Deps, 'config' | 'log'>;

/**
 * Ends this process when SIGINT or SIGTERM asks for it, with exit code 0. A second signal, from a person who does not want to
 * wait, ends it at once. As the first process of a container, Node would ignore a signal that has no handler.
 */
export function createShutdown() {
  let close = async (_: NodeJS.Signals): Promise<void> => undefined;
  let askedAt: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (askedAt === undefined) {
      askedAt = Date.now();
      close(signal).then(() => process.exit(0), fail);
    } else if (Date.now() - askedAt > FORWARDED_WITHIN_MS) process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);

  return {
    /** From now on a signal closes an open server first. If that takes too long, the process ends with exit code 1. */
    closeFirst({ config, log }: OpenServer, closeServer: () => Promise<void>) {
      close = (signal) => {
        const withinSeconds = config.drainSeconds + CLOSE_SECONDS;
        log.info({ signal, withinSeconds }, 'closing: the process was asked to stop');
        setTimeout(() => {
          log.error({ withinSeconds }, 'the process did not close in time and ends now: a job or the database hangs');
          process.exit(1);
        }, withinSeconds * 1000).unref();
        return closeServer();
      };
    },
  };
}
