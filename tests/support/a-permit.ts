import type { MessagePermit } from '#server/ports/messenger/messenger.ts';

/** For tests of the adapters, which send without a server and its budgets. */
export const A_PERMIT = {} as MessagePermit;
