import { AsyncLocalStorage } from 'node:async_hooks';

const requestIds = new AsyncLocalStorage<string>();

export const runWithRequestId = <T>(requestId: string, work: () => T): T =>
  requestIds.run(requestId, work);

export const currentRequestId = (): string | undefined => requestIds.getStore();
