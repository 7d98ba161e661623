import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that is being served, for whatever is written on its behalf: log lines, SQL statements. */
const served = new AsyncLocalStorage<string>();

export const whileServing = <T>(requestId: string, work: () => T): T => served.run(requestId, work);

/** The id of the request that is being served; undefined in a job or at the start. */
export const currentRequestId = (): string | undefined => served.getStore();
