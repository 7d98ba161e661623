import { z } from 'zod';
import type { ErrorCode } from '#contract/error-codes.ts';
import { FORM_TYPE, type Service } from '#contract/endpoint.ts';
import { OFFICE_UPLOADS_PATH } from '#contract/office.ts';
import { PROVIDER_NAMES, type ProviderName } from '#contract/payments.ts';
import { SUBMISSION_POSTER_PATH, SubmissionPoster } from '#contract/submission.ts';

type Json = Record<string, unknown>;

/** A call that is no endpoint of the contract, because its body or its reply is no JSON of ours. */
interface OtherOperation extends Json {
  path: string;
  method: 'GET' | 'POST' | 'PATCH' | 'HEAD' | 'DELETE';
  operationId: string;
  tags: string[];
  summary: string;
  errors: ErrorCode[];
  security: Json[];
  responses: Json;
}

const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const BINARY = { schema: { type: 'string', format: 'binary' } };
const JSON_OBJECT = { 'application/json': { schema: { type: 'object' } } };

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const probe = ({
  name,
  summary,
  responses,
  errors = [],
}: {
  name: string;
  summary: string;
  responses: Json;
  errors?: ErrorCode[];
}): OtherOperation => ({
  path: `/${name}`,
  method: 'GET',
  operationId: `get${capitalized(name)}`,
  tags: ['operation'],
  summary,
  errors,
  security: [],
  responses,
});

const PROBES = [
  probe({
    name: 'healthz',
    summary: 'Whether the process lives',
    responses: {
      '200': { description: 'It lives', content: JSON_OBJECT },
    },
  }),
  probe({
    name: 'readyz',
    summary: 'Whether the database answers and has all migrations',
    responses: {
      '200': { description: 'It is ready', content: JSON_OBJECT },
      '503': { description: 'It is not ready', content: JSON_OBJECT },
    },
  }),
  probe({
    name: 'metrics',
    summary: 'Prometheus metrics, for callers on the same machine or with METRICS_TOKEN',
    responses: {
      '200': {
        description: 'The metrics',
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
    },
    errors: ['not_found'],
  }),
];

const RETURNED_ORDER = { name: 'order', in: 'query', required: false, schema: { type: 'integer' } };
const PAYPAL_TOKEN = { name: 'token', in: 'query', required: false, schema: { type: 'string' } };

/** Razorpay sends the payer with a form, PayPal with a link. A reload is a GET. */
const paymentReturns = (provider: ProviderName): OtherOperation[] =>
  (['GET', 'POST'] as const).map((method) => ({
    path: `/payments/return/${provider}`,
    method,
    operationId: `${method.toLowerCase()}PaymentsReturn${capitalized(provider)}`,
    tags: ['payments'],
    summary:
      'Verify what the provider’s own page sent with the payer, and lead to a page of the cinema',
    errors: ['body_cut_off', 'body_too_large'],
    security: [],
    parameters: provider === 'paypal' ? [RETURNED_ORDER, PAYPAL_TOKEN] : [RETURNED_ORDER],
    requestBody:
      method === 'POST' ? { content: { [FORM_TYPE]: { schema: { type: 'object' } } } } : undefined,
    responses: { '303': { description: 'The page that shows what became of the payment' } },
  }));

const webhook = (provider: ProviderName): OtherOperation => ({
  path: `/payments/webhooks/${provider}`,
  method: 'POST',
  operationId: `postPaymentsWebhooks${capitalized(provider)}`,
  tags: ['payments'],
  summary: 'Store a signed event of the payment provider',
  errors: [
    'body_cut_off',
    'body_too_large',
    'malformed_event',
    'provider_away',
    'signature_invalid',
  ],
  security: [],
  requestBody: { required: true, content: JSON_OBJECT },
  responses: { '200': { description: 'The event is stored', content: JSON_OBJECT } },
});

const POSTER_UPLOAD: OtherOperation = {
  path: SUBMISSION_POSTER_PATH,
  method: 'POST',
  operationId: 'postSubmissionsPosters',
  tags: ['poster'],
  summary: 'Upload the poster of a film that will be submitted; the body is the picture',
  errors: [
    'poster_broken',
    'poster_format',
    'poster_heavy',
    'poster_interrupted',
    'poster_large',
    'poster_memory',
    'poster_no_room',
    'poster_pixels',
    'poster_small',
    'token_invalid',
    'too_many_requests',
  ],
  security: [{ userToken: [] }],
  requestBody: {
    required: true,
    content: Object.fromEntries(PICTURE_TYPES.map((type) => [type, BINARY])),
  },
  responses: {
    '201': {
      description: 'The poster is stored',
      content: { 'application/json': { schema: schemaOf(SubmissionPoster) } },
    },
  },
};

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...written } = z.toJSONSchema(schema) as Json;
  return written;
}

const UPLOAD_ID = {
  name: 'uploadId',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};
const TUS_VERSION = {
  name: 'Tus-Resumable',
  in: 'header',
  required: true,
  schema: { type: 'string', enum: ['1.0.0'] },
};

const UPLOAD_ERRORS: ErrorCode[] = [
  'office_session_required',
  'other_site',
  'role_required',
  'tus_version',
  'upload_malformed',
  'upload_not_stored',
];
const CREATION_ERRORS: ErrorCode[] = ['upload_no_space', 'upload_too_large', 'upload_too_many'];
const PART_ERRORS: ErrorCode[] = [
  'upload_offset',
  'upload_too_long',
  'upload_type',
  'upload_unknown',
];

const upload = (
  method: OtherOperation['method'],
  {
    status,
    summary,
    isPart = true,
    body,
  }: { status: number; summary: string; isPart?: boolean; body?: Json },
): OtherOperation => ({
  path: isPart ? `${OFFICE_UPLOADS_PATH}/{uploadId}` : OFFICE_UPLOADS_PATH,
  method,
  operationId: `${method.toLowerCase()}Upload`,
  tags: ['uploads'],
  summary: `${summary} (tus 1.0.0)`,
  errors: [...UPLOAD_ERRORS, ...(isPart ? PART_ERRORS : CREATION_ERRORS)],
  security: [{ officeSession: [] }],
  parameters: isPart ? [UPLOAD_ID, TUS_VERSION] : [TUS_VERSION],
  requestBody: body && { required: true, content: body },
  responses: { [status]: { description: summary } },
});

const UPLOADS = [
  upload('POST', { status: 201, summary: 'Create an upload', isPart: false }),
  upload('HEAD', { status: 200, summary: 'Read how many bytes have arrived' }),
  upload('PATCH', {
    status: 204,
    summary: 'Send the next bytes',
    body: { 'application/offset+octet-stream': BINARY },
  }),
  upload('DELETE', { status: 204, summary: 'Delete an upload' }),
];

export const OTHER_OPERATIONS: Record<Service, OtherOperation[]> = {
  auth: PROBES,
  ott: [
    ...PROBES,
    ...PROVIDER_NAMES.map(webhook),
    ...PROVIDER_NAMES.flatMap(paymentReturns),
    POSTER_UPLOAD,
  ],
  office: UPLOADS,
};
