import { randomInt } from 'node:crypto';
import type { z } from 'zod';
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
  /** Where a payer without a popup goes. Absent in old journals. */
  returnUrl?: string | undefined;
  cancelUrl?: string | undefined;
  /** `CREATED`: without a payment source. */
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
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
  changedAt: string;
}
export type DisputeOutcome =
  | 'RESOLVED_BUYER_FAVOUR'
  | 'RESOLVED_SELLER_FAVOUR'
  | 'CANCELED_BY_BUYER';

export function openStore(journal: Journal) {
  const tables = {
    orders: journal.table<Order>('paypal.order'),
    captures: journal.table<Capture>('paypal.capture'),
    refunds: journal.table<Refund>('paypal.refund'),
    disputes: journal.table<Dispute>('paypal.dispute'),
    /**
     * `createdId`: the order or refund that the PayPal-Request-Id created, or the order that it
     * captured.
     */
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
export const newPaypalId = () =>
  Array.from({ length: 17 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

// The texts of PayPal's documentation.
const MESSAGES = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  AUTHENTICATION_FAILURE:
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  UNSUPPORTED_MEDIA_TYPE: 'The server does not support the request payload’s media type.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  INTERNAL_SERVER_ERROR: 'An internal server error has occurred.',
};
const STATUSES = {
  INVALID_REQUEST: 400,
  AUTHENTICATION_FAILURE: 401,
  RESOURCE_NOT_FOUND: 404,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_ENTITY: 422,
  INTERNAL_SERVER_ERROR: 500,
} as const satisfies Record<ErrorName, number>;
type ErrorName = keyof typeof MESSAGES;

interface ErrorDetail {
  issue: string;
  description?: string;
  field?: string;
}

export class ApiError extends ErrorReply {
  readonly status: (typeof STATUSES)[ErrorName];
  readonly body: object;

  constructor(name: ErrorName, detail?: ErrorDetail) {
    super(detail?.issue ?? name);
    this.status = STATUSES[name];
    this.body = {
      name,
      message: MESSAGES[name],
      debug_id: 'sbx0001',
      details: detail && [{ location: 'body', description: detail.issue, ...detail }],
      links: [],
    };
  }
}

/** RFC 6749 §5.2: the call for a token, and the gateway before the API, answer in this format. */
export class OAuthError extends ErrorReply {
  readonly status: 400 | 401;
  readonly body: object;

  constructor(status: OAuthError['status'], error: string, error_description: string) {
    super(error);
    this.status = status;
    this.body = { error, error_description };
  }
}

export const unprocessable = (issue: string) => new ApiError('UNPROCESSABLE_ENTITY', { issue });

export function requireEntity<Entity>(entity: Entity | undefined): Entity {
  if (entity) return entity;
  throw new ApiError('RESOURCE_NOT_FOUND', {
    issue: 'INVALID_RESOURCE_ID',
    description:
      'Specified resource ID does not exist. Please check the resource ID and try again.',
  });
}

/**
 * Parses a body. Throws the first validation error. `field` is a JSON pointer, as PayPal sends it.
 */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new ApiError('INVALID_REQUEST', {
    issue: issue?.input === undefined ? 'MISSING_REQUIRED_PARAMETER' : 'INVALID_PARAMETER_SYNTAX',
    field: `/${issue?.path.join('/')}`,
  });
}
