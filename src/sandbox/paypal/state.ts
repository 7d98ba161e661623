import { randomInt } from 'node:crypto';
import type { Delivery } from '../deliveries.ts';
import type { Journal } from '../journal.ts';
import type { Scripts } from './scripts.ts';

export interface Order {
  id: string;
  /** Cents. */
  amount: number;
  currency: string;
  invoiceId: string | null;
  customId: string | null;
  description: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
}
export interface Capture {
  id: string;
  orderId: string;
  amount: number;
  currency: string;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
  refunded: number;
  invoiceId: string | null;
  customId: string | null;
  at: string;
}
export interface Refund {
  id: string;
  captureId: string;
  amount: number;
  currency: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  at: string;
}

export type Store = ReturnType<typeof openStore>;

export function openStore(journal: Journal) {
  const tables = {
    orders: journal.table<Order>('paypal.order'),
    captures: journal.table<Capture>('paypal.capture'),
    refunds: journal.table<Refund>('paypal.refund'),
    /** What a PayPal-Request-Id gave. */
    requests: journal.table<{ id: string; gave: string }>('paypal.request'),
    tokens: journal.table<{ id: string; until: number }>('paypal.token'),
    deliveries: journal.table<Delivery>('paypal.delivery'),
  };
  const clear = () => Object.values(tables).forEach((table) => table.clear());
  return { ...tables, clear, together: journal.together };
}

/** What every verb of this sandbox works on. */
export interface Room {
  store: Store;
  scripts: Scripts;
  /** Where the sandbox is: `http://localhost:4321/sandbox/paypal`. */
  base: string;
  now(): Date;
  emit(event: string, resource: object): void;
}

const ALPHABET = '0123456789ABCDEFGHJKLMNPRSTUVWXY';
/** PayPal's ids: 17 capitals and digits. */
export const newPaypalId = () => Array.from({ length: 17 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** PayPal's error body. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 404 | 422 | 500;
  readonly body: object;

  constructor(status: Refusal['status'], name: string, issue?: string) {
    super(issue ?? name);
    this.status = status;
    this.body = {
      name,
      message: issue ? 'The requested action could not be performed.' : name,
      debug_id: 'sbx0001',
      ...(issue && { details: [{ issue, description: issue }] }),
    };
  }
}
export const unprocessable = (issue: string) => new Refusal(422, 'UNPROCESSABLE_ENTITY', issue);

export function known<Entity>(entity: Entity | undefined): Entity {
  if (!entity) throw new Refusal(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
  return entity;
}
