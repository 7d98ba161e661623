import type { Hono } from 'hono';
import { errorsOf } from '#server/endpoint-errors.ts';
import { OTHER_OPERATIONS } from '#server/openapi-other-operations.ts';
import { refusalResponses } from '#server/openapi-refusals.ts';
import { endpoints } from './endpoints.ts';

interface Call {
  method: string;
  path: RegExp;
  parameterCount: number;
  responses: Record<string, any>;
}

const toCall = (method: string, path: string, responses: Record<string, any>): Call => ({
  method,
  path: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+|\{\w+\}/g, '[^/]+')}$`),
  parameterCount: path.split(/:|\{/).length,
  responses,
});

/** The calls of the contract and the others of OpenAPI, with their refusals. A path without parameters comes first. */
const calls = [
  ...endpoints.map((endpoint) =>
    toCall(
      endpoint.method,
      `/api/${endpoint.service}${endpoint.path}`,
      refusalResponses(errorsOf(endpoint), endpoint.isOAuth),
    ),
  ),
  ...Object.entries(OTHER_OPERATIONS).flatMap(([service, operations]) =>
    operations.map(({ method, path, errors }) =>
      toCall(method, `/api/${service}${path}`, refusalResponses(errors)),
    ),
  ),
].sort((a, b) => a.parameterCount - b.parameterCount);

/**
 * A refusal that its contract does not list with its status fails the test (fail-on-console-error.ts). TypeScript does not know
 * what an action throws, so the tests of all actions check their lists.
 */
export function checkRefusals(app: Pick<Hono, 'fetch'>): void {
  const respond = app.fetch;
  app.fetch = async (request, ...options) => {
    const response = await respond(request, ...options);
    const unlisted = response.status < 400 ? null : await unlistedRefusal(request, response);
    if (unlisted) console.error(`The contract does not list the refusal ${unlisted}`);
    return response;
  };
}

async function unlistedRefusal(request: Request, response: Response): Promise<string | null> {
  const { pathname } = new URL(request.url);
  const call = calls.find(({ method, path }) => method === request.method && path.test(pathname));
  const [type] = (response.headers.get('content-type') ?? '').split(';');
  if (!call || request.method === 'HEAD' || !type!.endsWith('json')) return null;
  const { code } = await response.clone().json();
  const listed =
    call.responses[response.status]?.content[type!]?.schema.allOf[1].properties.code.enum;
  return listed?.includes(code)
    ? null
    : `${request.method} ${pathname}: ${response.status} ${code}`;
}
