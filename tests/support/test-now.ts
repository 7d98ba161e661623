/** The time of the run. `npm run shots` stops it at FIXED_NOW. */
export const testNow = () => new Date(process.env['FIXED_NOW'] ?? Date.now());

/** A Saturday noon in India: the clock of tests whose sentences name a day. */
export const NOON = new Date('2026-11-21T06:30:00Z');

export interface Clock {
  now: () => Date;
  set: (date: Date) => void;
  advance: (milliseconds: number) => void;
}

/** A clock that runs, and that no test moves. */
export const aRunningClock = (now = testNow): Clock => ({
  now,
  set: () => undefined,
  advance: () => undefined,
});

/** The file that sets the clock of a process: `node --import`. */
export const PRELOAD = new URL('./preload-clock.ts', import.meta.url).href;

/**
 * Gives the processes of a run its clock. The configurations of the test runners call this function. TEST_NOW is the instant at
 * which the run begins; from there, time passes. TEST_ZONE is the time zone of the machine.
 */
export function setRunClock() {
  const {
    TEST_NOW: start,
    TEST_ZONE: zone,
    FIXED_NOW: fixedNow,
    CLOCK_AHEAD_MS: isSet,
  } = process.env;
  if (zone) process.env['TZ'] = zone;
  // A worker reads the configuration too.
  if (!(start ?? fixedNow) || isSet) return;
  const aheadMs = Date.parse(start ?? fixedNow!) - Date.now();
  if (Number.isNaN(aheadMs))
    throw new Error(`TEST_NOW is not an instant: ${start}. Example: 2028-02-29T12:00:00Z`);
  process.env['CLOCK_AHEAD_MS'] = String(aheadMs);
  process.env['NODE_OPTIONS'] = [process.env['NODE_OPTIONS'], `--import=${PRELOAD}`]
    .filter(Boolean)
    .join(' ');
}

/** The time by the database's own clock, `now()` in SQL. The clock of a PostgreSQL server is not that of the run. */
export const databaseNow = () =>
  new Date(Date.now() - (process.env['TEST_DATABASE_URL'] ? clockAheadMs() : 0));

/** The settings that give a child process the clock and the time zone of this process. */
export const clockSettings = (): Record<string, string> =>
  Object.fromEntries(
    ['TZ', 'FIXED_NOW', 'CLOCK_AHEAD_MS', 'NODE_OPTIONS'].flatMap((name) => {
      const value = process.env[name];
      return value ? [[name, value]] : [];
    }),
  );

/** Milliseconds from the machine's clock to the clock of the run. */
export const clockAheadMs = () => Number(process.env['CLOCK_AHEAD_MS'] ?? 0);

/**
 * Moves the clock of a page or a process ahead by `ahead` milliseconds, or stops it at `fixedAt`. A page gets this function alone
 * (`addInitScript`).
 */
export function shiftClock(ahead: number, fixedAt?: number) {
  const RealDate = Date;
  const now = () => fixedAt ?? RealDate.now() + ahead;
  globalThis.Date = new Proxy(RealDate, {
    construct: (_, args, target) =>
      Reflect.construct(RealDate, args.length ? args : [now()], target),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  RealDate.prototype.constructor = Date;
}
