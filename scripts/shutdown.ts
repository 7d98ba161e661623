import type { Deps } from '#server/deps.ts';
import { exitWithError } from './command-error.ts';

/** Time after DRAIN_SECONDS for operator commands, jobs and the database. */
const CLOSE_SECONDS = 10;
/** Within this time a second SIGINT is the copy that npm forwards, not a second Ctrl-C. */
const FORWARDED_WITHIN_MS = 2000;

type OpenServer = Pick<Deps, 'config' | 'log'>;

/**
 * Ends this process with exit code 0 at SIGINT or SIGTERM; a second signal ends it at once. As PID
 * 1 of a container, Node would ignore a signal without a handler.
 */
export function createShutdown() {
  let close = async (_: NodeJS.Signals): Promise<void> => undefined;
  let signalledAt: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (signalledAt === undefined) {
      signalledAt = Date.now();
      close(signal).then(() => process.exit(0), exitWithError);
    } else if (Date.now() - signalledAt > FORWARDED_WITHIN_MS) process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);

  return {
    /**
     * Makes signals close this server first. If closing takes too long, the process ends with exit
     * code 1.
     */
    closeFirst({ config, log }: OpenServer, closeServer: () => Promise<void>) {
      close = (signal) => {
        const withinSeconds = config.drainSeconds + CLOSE_SECONDS;
        log.info({ signal, withinSeconds }, 'closing: the process received a signal');
        setTimeout(() => {
          log.error(
            { withinSeconds },
            'the process did not close in time and ends now: a job or the database does not respond',
          );
          process.exit(1);
        }, withinSeconds * 1000).unref();
        return closeServer();
      };
    },
  };
}
