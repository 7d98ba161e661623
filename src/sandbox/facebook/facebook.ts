import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { consentRoutes } from '../consent-routes.ts';
import type { Command } from '../control.ts';
import type { Journal } from '../journal.ts';
import { openPeople } from '../people.ts';
import { debugToken, getMe } from './graph.ts';
import { createFacebookPerson, FACEBOOK_PEOPLE, type FacebookPerson } from './people.ts';
import {
  FACEBOOK_FAULT_LABELS,
  FACEBOOK_FAULTS,
  type FacebookFault,
  openTokenStore,
} from './tokens.ts';

const Consent = z.object({
  app_id: z.string(),
  /** An id of the people, `new` for a new person, or any profile. */
  person: z.union([z.string(), z.looseObject({ id: z.string(), first_name: z.string() })]),
  fault: z.enum(FACEBOOK_FAULTS).optional().catch(undefined),
});

interface FacebookSandboxOptions {
  journal: Journal;
  appId: string;
  appSecret: string;
  now(): Date;
}

/** Simulates Facebook's login: the dialog, `debug_token` and `me`. */
export function createFacebookSandbox({ journal, appId, appSecret, now }: FacebookSandboxOptions) {
  const tokens = openTokenStore(journal, { appId, appSecret });
  const people = openPeople<FacebookPerson>({
    journal,
    provider: 'facebook',
    known: FACEBOOK_PEOPLE,
    createPerson: createFacebookPerson,
  });
  const nowSeconds = () => Math.floor(now().getTime() / 1000);
  const graph = { tokens, appId, appSecret, nowSeconds };
  let scripted: FacebookFault | undefined;
  let isGraphUnavailable = false;

  function consent(body: unknown) {
    const parsed = Consent.safeParse(body);
    if (!parsed.success) return { message: z.prettifyError(parsed.error) };
    const { app_id, person, fault = scripted } = parsed.data;
    scripted = undefined;
    if (app_id !== appId) return { message: 'Invalid App ID: there is no such app' };
    const profile = typeof person === 'string' ? people.find(person) : person;
    if (!profile) return { message: 'There is no such person' };
    return tokens.authResponse(tokens.issue(profile, nowSeconds(), fault));
  }

  const send = (c: Context, { status, body }: ReturnType<typeof getMe>) => c.json(body, status);

  const routes = new Hono()
    .use('/:version{v[0-9]+\\.[0-9]+}/*', async (c, next) =>
      isGraphUnavailable
        ? c.json(
            { error: { message: 'An unknown error occurred', type: 'OAuthException', code: 1 } },
            500,
          )
        : next(),
    )
    .get('/:version{v[0-9]+\\.[0-9]+}/debug_token', (c) =>
      send(c, debugToken(graph, c.req.query())),
    )
    .get('/:version{v[0-9]+\\.[0-9]+}/me', (c) => send(c, getMe(graph, c.req.query())))
    .route(
      '/',
      consentRoutes({
        provider: 'Facebook',
        path: '/dialog/oauth',
        parameters: ['app_id'],
        people: people.list,
        faults: FACEBOOK_FAULT_LABELS,
        consent,
      }),
    );

  return {
    routes,
    control(command: Command<'facebook'>): object {
      if ('next' in command) scripted = command.next === 'ok' ? undefined : command.next;
      else if ('graph' in command) isGraphUnavailable = command.graph === 'error_500';
      else if (command.action === 'reset') {
        tokens.clear();
        [scripted, isGraphUnavailable] = [undefined, false];
      }
      return {
        next: scripted ?? 'ok',
        graph: isGraphUnavailable ? 'error_500' : 'ok',
        people: FACEBOOK_PEOPLE,
      };
    },
  };
}
