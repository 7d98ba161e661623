import { z } from 'zod';
import { ErrorReply } from '../payment-sandbox.ts';

interface RazorpayError {
  code: string;
  description: string;
  source: string;
  step: string;
  reason: string;
  metadata: Record<string, string>;
  field?: string;
}

export class ApiError extends ErrorReply {
  readonly status: 400 | 409 | 500 | 504;
  readonly error: RazorpayError;

  constructor(
    description: string,
    { status = 400, ...error }: Partial<RazorpayError> & { status?: ApiError['status'] } = {},
  ) {
    super(description);
    this.status = status;
    this.error = {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
      ...error,
    };
  }
}

// The texts of Razorpay's documentation: some clients compare them.
const UNKNOWN_ID = 'The id provided does not exist';
export const ALREADY_PAID =
  'Your payment has been declined as the order is already paid. Please initiate the payment with a new order.';
export const WRONG_CAPTURE_AMOUNT = 'Capture amount must be equal to the amount authorized.';
export const NOT_AUTHORISED =
  'Only payments which have been authorized and not yet captured can be captured';
export const NOT_CAPTURED = 'The payment status should be captured for action to be taken';
export const FULLY_REFUNDED = 'The payment has been fully refunded already';
export const TOO_MUCH_REFUND = 'The refund amount provided is greater than amount captured.';
export const IDEMPOTENCY_KEY_REUSED =
  'Different request with the same idempotency key has already been processed.';
export const INVALID_IDEMPOTENCY_KEY =
  'The idempotency key must be at least 10 characters long and contain only alphabets, numbers, hyphens and underscores.';
export const SERVER_TROUBLE =
  'We are facing some trouble completing your request at the moment. Please try again shortly.';

const WELL_FORMED_ID = /^[a-z]+_\w{14}$/;

export function requireEntity<Entity>(entity: Entity | undefined, id: string): Entity {
  if (entity) return entity;
  throw new ApiError(WELL_FORMED_ID.test(id) ? UNKNOWN_ID : `${id} is not a valid id`);
}

/** Parses a body. Throws the first validation error with Razorpay's text. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys')
    throw new ApiError(`${issue.keys.join(', ')} is/are not required and should not be sent`);
  throw new ApiError(issue?.message ?? 'Invalid request', { field: issue?.path.join('.') });
}

/** The error text of a missing field, or `invalidText` for a wrong type. */
export const requiredField = (field: string, invalidText: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined ? `The ${field} field is required.` : invalidText,
});

/** Razorpay also accepts the digits of a whole number as text. */
export const Amount = z
  .union(
    [z.string().regex(/^\d+$/).transform(Number), z.int()],
    requiredField('amount', 'The amount must be an integer.'),
  )
  .refine((amount) => amount >= 100, 'The amount must be at least INR 1.00');
export const Receipt = z
  .string('The receipt must be a string.')
  .max(40, 'The receipt may not be greater than 40 characters.')
  .nullish()
  .transform((receipt) => receipt ?? null);
export const Notes = z
  .union(
    [z.record(z.string(), z.coerce.string().max(256)), z.array(z.never()).max(0)],
    'The notes must be an array of at most 256 characters each.',
  )
  .refine((notes) => Object.keys(notes).length <= 15, 'The notes may not have more than 15 items.')
  .default([])
  .transform((notes) => (Object.keys(notes).length ? notes : []));
