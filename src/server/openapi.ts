import { z } from 'zod';
import type { Endpoint, Service } from '#contract/endpoint.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

const parametersOf = (schema: z.ZodType | undefined, location: 'path' | 'query'): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: each,
  }));
};

const content = (schema: Json, type = 'application/json') => ({ [type]: { schema } });

function operationOf(endpoint: Endpoint): Json {
  const { params, query, body, reply, status, otherStatuses = [], auth, summary, idempotent } = endpoint;
  const replies = [status, ...otherStatuses].map((each) => [
    String(each),
    { description: summary, ...(reply ? { content: content(schemaOf(reply, 'output')) } : {}) },
  ]);
  const key = idempotent
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }]
    : [];
  return {
    summary,
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query'), ...key],
    ...(body ? { requestBody: { required: true, content: content(schemaOf(body, 'input')) } } : {}),
    responses: {
      ...Object.fromEntries(replies),
      default: {
        description: 'A problem (RFC 9457)',
        content: content({ $ref: '#/components/schemas/Problem' }, 'application/problem+json'),
      },
    },
    // With auth `temp`, the temporary token of a verified code is accepted too.
    ...(auth === 'none' ? {} : { security: [{ userToken: [] }] }),
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
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};

const TITLES: Record<Service, string> = {
  auth: 'Matinee authentication service',
  ott: 'Matinee streaming service',
  office: 'Matinee back office',
};

export function openApi(service: Service, endpoints: Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: TITLES[service],
      version: '1.0.0',
    },
    servers: [{ url: `/api/${service}` }],
    paths,
    components: {
      securitySchemes: { userToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem },
    },
  };
}
