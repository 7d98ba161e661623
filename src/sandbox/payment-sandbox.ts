import type { Hono } from 'hono';
import type { ControlTable } from './control-elements.ts';
import type { Delivery } from './deliveries.ts';
import type { Journal } from './journal.ts';

export interface PaymentSandboxContext {
  journal: Journal;
  /** Of the server that mounts the sandbox. */
  origin: string;
  /** The server's webhook for this provider. */
  webhookUrl: string;
  now: () => Date;
  fetch?: typeof globalThis.fetch;
}

/** What each payment sandbox offers, besides `control` for its own commands. */
export interface PaymentSandbox {
  routes: Hono;
  list: () => { scripts: object[]; webhooks: Delivery[] };
  /** For the control page. */
  tables: () => ControlTable[];
  /** Whether a webhook or a late capture is pending, except held webhooks. */
  isBusy: () => boolean;
  close: () => void;
}

/** An error reply of a simulated provider. */
export class ErrorReply extends Error {}

export function resultOrMessage(work: () => object): object {
  try {
    return work();
  } catch (error) {
    if (error instanceof ErrorReply) return { message: error.message };
    throw error;
  }
}

interface CommonActionsOptions<List> {
  list: () => List;
  webhooks: { release: () => void };
  scripts: { clear: () => void };
  store: { clear: () => void; transaction: (work: () => void) => void };
}

/** The actions that all payment sandboxes have. Each returns the result of `list`. */
export function commonActions<List>({
  list,
  webhooks,
  scripts,
  store,
}: CommonActionsOptions<List>) {
  const andList = (work: () => void) => () => {
    work();
    return list();
  };
  return {
    list,
    release: andList(() => webhooks.release()),
    clear_scripts: andList(() => scripts.clear()),
    reset: andList(() =>
      store.transaction(() => {
        store.clear();
        scripts.clear();
      }),
    ),
  };
}
