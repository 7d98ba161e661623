import autocannon from 'autocannon';

export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  /** Answers that were none of 2xx. */
  refused: number;
}

/** Loads one or several processes that do the same at once; their figures together, the slower one's times. */
export async function load(
  origins: string[],
  next: () => autocannon.Request,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Figures> {
  const results = await Promise.all(
    origins.map((url) =>
      autocannon({
        url,
        duration: seconds,
        connections: Math.max(1, Math.round(connections / origins.length)),
        requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
      }),
    ),
  );
  const sum = (of: (result: autocannon.Result) => number) => results.reduce((all, each) => all + of(each), 0);
  const most = (of: (result: autocannon.Result) => number) => Math.max(...results.map(of));
  return {
    perSecond: sum(({ requests }) => requests.average),
    p50: most(({ latency }) => latency.p50),
    p99: most(({ latency }) => latency.p99),
    refused: sum(({ non2xx, errors }) => non2xx + errors),
  };
}
