import { randomInt } from 'node:crypto';
import type { Delivery } from '../deliveries.ts';
import type { Journal } from '../journal.ts';
import { ErrorReply } from '../payment-sandbox.ts';
import type { Scripts } from './scripts.ts';

export interface PaypalCredentials {
  clientId: string;
  clientSecret: string;
  webhookId: string;
}

export interface Order {
  id: string;
  /** Cents, as all amounts of this file. */
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

export interface Dispute {
  id: string;
  captureId: string;
  amount: number;
  currency: string;
  status: 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED';
  outcome: DisputeOutcome | null;
  at: string;
}
export type DisputeOutcome = 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | 'CANCELED_BY_BUYER';

export function openStore(journal: Journal) {
  const tables = {
    orders: journal.table<Order>('paypal.order'),
    captures: journal.table<Capture>('paypal.capture'),
    refunds: journal.table<Refund>('paypal.refund'),
    disputes: journal.table<Dispute>('paypal.dispute'),
    /** `createdId`: the id of the order or refund that the PayPal-Request-Id created. */
    requests: journal.table<{ id: string; createdId: string }>('paypal.request'),
    tokens: journal.table<{ id: string; expiresAtMs: number }>('paypal.token'),
    deliveries: journal.table<Delivery>('paypal.delivery'),
  };
  const clear = () => Object.values(tables).forEach((table) => table.clear());
  return { ...tables, clear, transaction: journal.transaction };
}

export interface PaypalState {
  store: ReturnType<typeof openStore>;
  scripts: Scripts;
  /** The sandbox's URL: `http://localhost:4321/sandbox/paypal`. */
  base: string;
  now(): Date;
  emit(event: string, resource: object): void;
}

const ALPHABET = '0123456789ABCDEFGHJKLMNPRSTUVWXY';
export const newPaypalId = () => Array.from({ length: 17 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export class ApiError extends ErrorReply {
  readonly status: 400 | 401 | 404 | 422 | 500;
  readonly body: object;

  constructor(status: ApiError['status'], name: string, issue?: string) {
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
export const unprocessable = (issue: string) => new ApiError(422, 'UNPROCESSABLE_ENTITY', issue);

export function requireEntity<Entity>(entity: Entity | undefined): Entity {
  if (!entity) throw new ApiError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
  return entity;
}
