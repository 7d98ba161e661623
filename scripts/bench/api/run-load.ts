import autocannon from 'autocannon';

export interface LoadResult {
  perSecond: number;
  count: number;
  p50Ms: number;
  p99Ms: number;
  failedCount: number;
}

interface Load {
  seconds: number;
  connections: number;
  /** Maximum requests in a second, over all processes; without it, as many as possible. */
  rate?: number;
}

/**
 * Loads several processes at the same time. Sums their rates, and takes the times of the slowest
 * process.
 */
export async function runLoad(
  origins: string[],
  next: () => autocannon.Request,
  { seconds, connections, rate }: Load,
): Promise<LoadResult> {
  const results = await Promise.all(
    origins.map((url) =>
      autocannon({
        url,
        duration: seconds,
        connections: Math.max(1, Math.round(connections / origins.length)),
        ...(rate && { overallRate: Math.max(1, Math.round(rate / origins.length)) }),
        requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
      }),
    ),
  );
  const sum = (of: (result: autocannon.Result) => number) =>
    results.reduce((total, each) => total + of(each), 0);
  const max = (of: (result: autocannon.Result) => number) => Math.max(...results.map(of));
  return {
    perSecond: sum(({ requests }) => requests.average),
    count: sum(({ requests }) => requests.total),
    p50Ms: max(({ latency }) => latency.p50),
    p99Ms: max(({ latency }) => latency.p99),
    failedCount: sum(({ non2xx, errors }) => non2xx + errors),
  };
}
