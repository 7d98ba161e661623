import { Hono } from 'hono';
import { z } from 'zod';
import { consentRoutes } from '../consent-routes.ts';
import type { Command } from '../control.ts';
import type { Journal } from '../journal.ts';
import { openPeople } from '../people.ts';
import {
  GOOGLE_FAULT_LABELS,
  GOOGLE_FAULTS,
  type GoogleFault,
  createIdToken,
  createSigningKey,
} from './id-token.ts';
import { createGooglePerson, GOOGLE_PEOPLE, type GooglePerson } from './people.ts';

const KEYS_MAX_AGE_SECONDS = 3600;

const Consent = z.object({
  client_id: z.string(),
  nonce: z.string().optional(),
  /** An id of the people, `new` for a new person, or any claims. */
  person: z.union([z.string(), z.looseObject({ sub: z.string() })]),
  fault: z.enum(GOOGLE_FAULTS).optional().catch(undefined),
});

/**
 * Simulates Google's sign-in: the signing keys and the popup in which the tester chooses a person.
 */
export function createGoogleSandbox({
  journal,
  clientId,
  now,
}: {
  journal: Journal;
  clientId: string;
  now(): Date;
}) {
  const people = openPeople<GooglePerson>({
    journal,
    provider: 'google',
    known: GOOGLE_PEOPLE,
    createPerson: createGooglePerson,
  });
  let key: ReturnType<typeof createSigningKey> | undefined;
  let lastToken: string | undefined;
  let scripted: GoogleFault | undefined;
  let areKeysUnavailable = false;
  const signingKey = () => (key ??= createSigningKey());

  async function consent(body: unknown) {
    const parsed = Consent.safeParse(body);
    if (!parsed.success) return { message: z.prettifyError(parsed.error) };
    const { client_id, nonce, person, fault = scripted } = parsed.data;
    scripted = undefined;
    if (client_id !== clientId) return { message: 'The OAuth client was not found.' };
    const claims = typeof person === 'string' ? people.find(person) : person;
    if (!claims) return { message: 'There is no such person' };
    if (fault === 'replay' && lastToken) return { credential: lastToken, select_by: 'btn' };
    const nowSeconds = Math.floor(now().getTime() / 1000);
    lastToken = await createIdToken(await signingKey(), {
      clientId,
      nonce,
      person: claims,
      nowSeconds,
      fault,
    });
    return { credential: lastToken, select_by: 'btn' };
  }

  const routes = new Hono()
    .get('/oauth2/v3/certs', async (c) => {
      if (areKeysUnavailable) return c.json({ error: 'backend_error' }, 500);
      c.header(
        'Cache-Control',
        `public, max-age=${KEYS_MAX_AGE_SECONDS}, must-revalidate, no-transform`,
      );
      return c.json({ keys: [(await signingKey()).jwk] });
    })
    .route(
      '/',
      consentRoutes({
        provider: 'Google',
        path: '/consent',
        parameters: ['client_id', 'nonce'],
        people: people.list,
        faults: GOOGLE_FAULT_LABELS,
        consent,
      }),
    );

  return {
    routes,
    control(command: Command<'google'>): object {
      if ('next' in command) scripted = command.next === 'ok' ? undefined : command.next;
      else if ('keys' in command) {
        areKeysUnavailable = command.keys === 'error_500';
        if (command.keys === 'rotate') key = undefined;
      } else if (command.action === 'reset') {
        [lastToken, scripted, areKeysUnavailable] = [undefined, undefined, false];
      }
      return {
        next: scripted ?? 'ok',
        keys: areKeysUnavailable ? 'error_500' : 'ok',
        people: GOOGLE_PEOPLE,
      };
    },
  };
}
