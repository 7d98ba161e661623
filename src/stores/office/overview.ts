import { map } from 'nanostores';
import { z } from 'zod';
import * as api from '#api/office.ts';
import type { OperationDescription } from '#contract/office.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import { officeErrorText } from './action.ts';
import type { ListedJob } from './jobs.ts';
import { onSessionEnd } from './office.ts';
import { withReauthentication } from './reauthentication.ts';
import { serverNow } from '../server-clock.ts';

const Figures = z.object({
  sales: z.number(),
  tickets: z.number(),
  plays: z.number(),
  salesLastWeek: z.number(),
  ticketsLastWeek: z.number(),
  playsLastWeek: z.number(),
});
const Hour = Figures.extend({ hour: z.string() });
const Waiting = z.object({ count: z.number(), since: z.coerce.date().nullable() });
/** `answerBy`: the first date for an answer. */
const Disputes = z.object({ count: z.number(), answerBy: z.coerce.date().nullable() });
const Film = z.object({ film: z.string(), movieName: z.string().nullable(), tickets: z.number() });
const Site = z.object({ builtAt: z.coerce.date(), changesWaiting: z.number() });

const HealthFinding = z.object({
  state: z.enum(['ok', 'warning', 'problem']),
  subject: z.string(),
  message: z.string(),
  remedy: z.string().optional(),
});

export type HealthFinding = z.infer<typeof HealthFinding>;
export type HourFigures = z.infer<typeof Hour>;
export type WaitingCount = z.infer<typeof Waiting>;

// Chosen: the health check sends requests to other servers, so a page runs it less often.
const HEALTH_CHECK_MS = 10 * MINUTE;

interface PartSource<Data> {
  /** `report hours`; null for every member. */
  operation: string | null;
  everyMs: number;
  fetch: () => Promise<Data>;
}

const ofOperation = <Data>(
  operation: string,
  Data: z.ZodType<Data>,
  everyMs = MINUTE,
): PartSource<Data> => ({
  operation,
  everyMs,
  async fetch() {
    const [noun = '', verb = ''] = operation.split(' ');
    const reply = await api.runOperation(noun, verb, { input: {} });
    return Data.parse('data' in reply ? reply.data : null);
  },
});

const PARTS = {
  hours: ofOperation('report hours', z.object({ hours: z.array(Hour), total: Figures })),
  tonight: ofOperation('report tonight', z.object({ films: z.array(Film), tickets: z.number() })),
  submissions: ofOperation(
    'submission waiting',
    z.object({ received: Waiting, inReview: Waiting }),
  ),
  payments: ofOperation(
    'order waiting',
    z.object({ held: Waiting, failedRefunds: Waiting, openDisputes: Disputes }),
  ),
  reviews: ofOperation(
    'review recent',
    z.object({ count: z.number(), newestAt: z.coerce.date().nullable() }),
  ),
  site: ofOperation(
    'report site',
    z.object({ site: Site.nullable(), lastBackupAt: z.coerce.date().nullable() }),
  ),
  health: ofOperation(
    'doctor doctor',
    z.object({ findings: z.array(HealthFinding) }),
    HEALTH_CHECK_MS,
  ),
  jobs: {
    operation: null,
    everyMs: MINUTE,
    fetch: async () => (await api.fetchJobs()).jobs,
  } as PartSource<ListedJob[]>,
};
type PartName = keyof typeof PARTS;

interface Part<Data> {
  /** The data of the last successful request. */
  data: Data | null;
  loadedAt: Date | null;
  /** The reason if the last request failed. */
  error: string;
}
/** Parts that the roles of the member do not allow are missing. */
export type OverviewParts = {
  [Name in PartName]?: Part<Awaited<ReturnType<(typeof PARTS)[Name]['fetch']>>>;
};

const EMPTY = { data: null, loadedAt: null, error: '' };
/** A timer may be early. */
const TIMER_SLACK_MS = 1000;

/** Loads the parts of the overview, and refreshes them while the page is visible. */
function createOverview(operations: OperationDescription[]) {
  const allowed = new Set(operations.map(({ noun, verb }) => `${noun} ${verb}`));
  const names = (Object.keys(PARTS) as PartName[]).filter((name) => {
    const { operation } = PARTS[name];
    return operation === null || allowed.has(operation);
  });
  const $parts = map<OverviewParts>(Object.fromEntries(names.map((name) => [name, EMPTY])));
  const requestedAt = new Map<PartName, number>();

  async function load(name: PartName, isAsked: boolean) {
    requestedAt.set(name, Date.now());
    const fetch: () => Promise<unknown> = PARTS[name].fetch;
    const change = (part: object) =>
      $parts.setKey(name, { ...$parts.get()[name], ...part } as never);
    try {
      // A refresh that nobody asked for opens no dialog.
      change({
        data: await (isAsked ? withReauthentication(fetch) : fetch()),
        loadedAt: serverNow(),
        error: '',
      });
    } catch (error) {
      change({ error: officeErrorText(error) });
    }
  }

  const isDue = (name: PartName) =>
    Date.now() - (requestedAt.get(name) ?? 0) >= PARTS[name].everyMs - TIMER_SLACK_MS ||
    $parts.get()[name]?.error !== '';

  function refresh() {
    if (document.visibilityState === 'hidden') return;
    for (const name of names.filter(isDue)) void load(name, false);
  }

  return {
    $parts,
    reload: async () => void (await Promise.all(names.map((name) => load(name, true)))),
    /** Returns the function that stops it. */
    start() {
      for (const name of names.filter((each) => each !== 'health' || isDue(each)))
        void load(name, true);
      const timer = setInterval(refresh, MINUTE);
      const listeners = [
        [document, 'visibilitychange'],
        [globalThis, 'online'],
      ] as const;
      for (const [target, event] of listeners) target.addEventListener(event, refresh);
      return () => {
        clearInterval(timer);
        for (const [target, event] of listeners) target.removeEventListener(event, refresh);
      };
    },
  };
}
export type OfficeOverview = ReturnType<typeof createOverview>;

let opened: { operations: OperationDescription[]; overview: OfficeOverview } | null = null;
onSessionEnd(() => (opened = null));

/** Keeps the figures while the member opens other views. */
export function openOverview(operations: OperationDescription[]): OfficeOverview {
  if (opened?.operations !== operations)
    opened = { operations, overview: createOverview(operations) };
  return opened.overview;
}

/**
 * `updatedAt`: the time of the oldest figures; null while a part has none. The health check has its
 * own interval.
 */
export function freshnessOf(parts: OverviewParts): { updatedAt: Date | null; error: string } {
  const all = Object.entries(parts).flatMap(([name, part]) => (name === 'health' ? [] : [part]));
  const times = all.map(({ loadedAt }) => loadedAt);
  const oldest = Math.min(...times.map((time) => time?.getTime() ?? 0));
  return {
    updatedAt: oldest > 0 ? new Date(oldest) : null,
    error: Object.values(parts).find(({ error }) => error)?.error ?? '',
  };
}
