import { z } from 'zod';
import { User } from '#contract/accounts.ts';
import {
  bookingOpeningCalendarFile,
  Coupon,
  MemberMovie,
  Order,
  OrderPost,
  OrderPut,
  PaymentStatus,
  ticketCalendarFile,
} from '#contract/booking.ts';
import {
  Collection,
  drawnCardFile,
  Genre,
  Language,
  Movie,
  MovieSummary,
} from '#contract/catalogue.ts';
import type { Endpoint, Service } from '#contract/endpoint.ts';
import { Gift } from '#contract/gifts.ts';
import { Invoice, orderInvoice } from '#contract/invoices.ts';
import { PaymentReport } from '#contract/payments.ts';
import { OpenedFilm, PlaybackLease } from '#contract/playback.ts';
import {
  Channel,
  ChannelMovie,
  movieOrders,
  ProducerOrder,
  ProducerSales,
  Statement,
  statement,
} from '#contract/producer.ts';
import { OwnReview, Review } from '#contract/reviews.ts';
import { SignedIn } from '#contract/session.ts';
import { FilmSubmission, Submission, submissionPoster } from '#contract/submission.ts';
import { errorsOf } from './endpoint-errors.ts';
import { OTHER_OPERATIONS } from './openapi-other-operations.ts';
import { refusalResponses } from './openapi-refusals.ts';

type Json = Record<string, unknown>;

/**
 * The entities of the contract. Each has a named schema, so that a generated client has one type
 * for it.
 */
const ENTITIES = {
  Channel,
  ChannelMovie,
  Collection,
  Coupon,
  FilmSubmission,
  Genre,
  Gift,
  Invoice,
  Language,
  MemberMovie,
  Movie,
  MovieSummary,
  OpenedFilm,
  Order,
  OrderPost,
  OrderPut,
  OwnReview,
  PaymentReport,
  PaymentStatus,
  PlaybackLease,
  ProducerOrder,
  ProducerSales,
  Review,
  SignedIn,
  Statement,
  Submission,
  User,
};

/**
 * Media types of replies that are files; with `reply: z.unknown()` there is no JSON beside them.
 * Not in the contract, because the browser has no use for them.
 */
const FILE_TYPES = new Map<unknown, string[]>([
  [drawnCardFile, ['image/png']],
  [submissionPoster, ['image/webp']],
  [ticketCalendarFile, ['text/calendar']],
  [bookingOpeningCalendarFile, ['text/calendar']],
  [orderInvoice, ['application/pdf', 'text/html']],
  [statement, ['application/pdf', 'text/csv']],
  [movieOrders, ['text/csv']],
]);

interface EntityName {
  id?: string;
}

/** Not zod's global registry: the browser's copy of the contract needs no names. */
const entityNames = z.registry<EntityName>();
for (const [id, schema] of Object.entries(ENTITIES)) entityNames.add(schema, { id });

type Direction = 'input' | 'output';

/** Converts schemas, and collects the named ones of the document. */
function createSchemaWriter() {
  const schemas: Json = {};

  return {
    schemas,
    write(schema: z.ZodType, io: Direction): Json {
      // What the global registry says of a schema (the values of `sort`) is kept.
      const override = ({
        zodSchema,
        jsonSchema,
      }: {
        zodSchema: z.core.$ZodTypes;
        jsonSchema: Json;
      }) => {
        Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      };
      const options = { io, unrepresentable: 'any', metadata: entityNames, override } as const;
      const { $schema: _, $defs = {}, ...written } = z.toJSONSchema(schema, options) as Json;
      for (const [name, definition] of Object.entries($defs as Json))
        schemas[name] = withComponents(definition);
      return withComponents(written) as Json;
    },
  };
}
type SchemaWriter = ReturnType<typeof createSchemaWriter>;

/** Points the references of a JSON schema at the components of the document. */
function withComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponents);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string'
        ? each.replace('#/$defs/', '#/components/schemas/')
        : withComponents(each),
    ]),
  );
}

function parametersOf(
  writer: SchemaWriter,
  schema: z.ZodType | undefined,
  location: 'path' | 'query',
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = writer.write(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: each,
  }));
}

const contentOf = (schema: Json, types: string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

const isText = (type: string) => type.startsWith('text/');
const fileContent = (types: string[]) =>
  Object.fromEntries(
    types.map((type) => [
      type,
      { schema: { type: 'string', format: isText(type) ? undefined : 'binary' } },
    ]),
  );

function replyContent(writer: SchemaWriter, endpoint: Endpoint): Json {
  const { reply } = endpoint;
  const fileTypes = FILE_TYPES.get(endpoint) ?? [];
  const isFileOnly = reply instanceof z.ZodUnknown;
  return {
    ...(reply && !isFileOnly ? contentOf(writer.write(reply, 'output'), ['application/json']) : {}),
    ...fileContent(fileTypes),
  };
}

/** `GET /public/movies/:id` → `getPublicMoviesById`. Unique, because a method and a path are. */
const operationIdOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => {
  const words = path.split(/[/.-]/).filter(Boolean);
  const names = words.map((word) =>
    word.startsWith(':') ? `By${capitalized(word.slice(1))}` : capitalized(word),
  );
  return method.toLowerCase() + names.join('');
};
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function securityOf({
  auth,
  service,
  hasSession,
}: Pick<Endpoint, 'auth' | 'service' | 'hasSession'>): Json[] {
  if (service === 'office') return hasSession ? [{ officeSession: [] }] : [];
  // With auth `temp`, the temporary token of a verified code is accepted too.
  return auth === 'none' ? [] : [{ userToken: [] }];
}

function operationOf(writer: SchemaWriter, endpoint: Endpoint, tag: string): Json {
  const {
    params,
    query,
    body,
    status,
    otherStatuses = [],
    otherBodyTypes = [],
    summary,
    idempotent,
    isOAuth,
  } = endpoint;
  const content = replyContent(writer, endpoint);
  const replies = [status, ...otherStatuses].map((each) => [
    String(each),
    {
      description: summary,
      content: each === 204 || Object.keys(content).length === 0 ? undefined : content,
    },
  ]);
  const key = idempotent
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }]
    : [];
  return {
    operationId: operationIdOf(endpoint),
    tags: [tag],
    summary,
    parameters: [
      ...parametersOf(writer, params, 'path'),
      ...parametersOf(writer, query, 'query'),
      ...key,
    ],
    requestBody: body && {
      required: true,
      content: contentOf(writer.write(body, 'input'), ['application/json', ...otherBodyTypes]),
    },
    responses: {
      ...Object.fromEntries(replies),
      ...refusalResponses(errorsOf(endpoint), isOAuth),
    },
    security: securityOf(endpoint),
  };
}

const Problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'message', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    message: { type: 'string' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

const TITLES: Record<Service, string> = {
  auth: 'Matinee authentication service',
  ott: 'Matinee streaming service',
  office: 'Matinee back office',
};

const SECURITY_SCHEMES = {
  userToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  officeSession: { type: 'apiKey', in: 'cookie', name: 'matinee-office' },
};

/** The OpenAPI document of a service. `endpointsByTag`: the domain of each call. */
export function openApi(
  service: Service,
  endpointsByTag: Record<string, { endpoint: Endpoint }[]>,
): Json {
  const writer = createSchemaWriter();
  const paths: Record<string, Json> = {};
  const add = (path: string, method: string, operation: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const [tag, served] of Object.entries(endpointsByTag))
    for (const { endpoint } of served)
      add(
        endpoint.path.replace(/:(\w+)/g, '{$1}'),
        endpoint.method,
        operationOf(writer, endpoint, tag),
      );
  for (const { path, method, errors, ...operation } of OTHER_OPERATIONS[service])
    add(path, method, {
      ...operation,
      responses: { ...operation.responses, ...refusalResponses(errors) },
    });
  const tags = new Set([
    ...Object.keys(endpointsByTag),
    ...OTHER_OPERATIONS[service].flatMap((each) => each.tags),
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: TITLES[service],
      version: '1.0.0',
      description:
        'Wire names and conventions are described in docs/architecture.md of the source.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: `/api/${service}` }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, schemas: { ...writer.schemas, Problem } },
  };
}
