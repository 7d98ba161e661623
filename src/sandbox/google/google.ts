import { Hono } from 'hono';
import { z } from 'zod';
import { consentRoutes } from '../consent-routes.ts';
import type { GoogleCommand } from '../control.ts';
import type { Journal } from '../journal.ts';
import { openNewcomers } from '../newcomers.ts';
import { GOOGLE_FAULTS, type GoogleFault, idToken, makeSigningKey } from './id-token.ts';
import { aNewGooglePerson, GOOGLE_PEOPLE, type GooglePerson } from './people.ts';

/** Seconds for which our keys may be kept. */
const KEYS_MAX_AGE = 3600;
const FAULT_LABELS: Record<GoogleFault, string> = {
  expired: 'The token is two hours old',
  not_yet: 'The token is from the future',
  too_long: 'The token is good for more than a day',
  wrong_audience: 'The token is for another client',
  wrong_issuer: 'Somebody else issued the token',
  wrong_nonce: 'The nonce is another browser’s',
  wrong_key: 'The signature is by another key',
  unknown_key: 'The key is one that nobody published',
  hs256: 'The signature is made with the public key',
  unsigned: 'The token is not signed',
  replay: 'The last token comes once more',
};

const Consent = z.object({
  client_id: z.string(),
  nonce: z.string().optional(),
  /** One of the people, `new` for somebody new, or any claims. */
  person: z.union([z.string(), z.looseObject({ sub: z.string() })]),
  fault: z.enum(GOOGLE_FAULTS).optional().catch(undefined),
});

interface GoogleSandboxOptions {
  journal: Journal;
  clientId: string;
  now(): Date;
}

/** Google's side of the sign-in button: the keys, and a page where one chooses who one is. */
export function createGoogleSandbox({ journal, clientId, now }: GoogleSandboxOptions) {
  const newcomers = openNewcomers<GooglePerson>(journal, 'google');
  let key: ReturnType<typeof makeSigningKey> | undefined;
  let last: string | undefined;
  let scripted: GoogleFault | undefined;
  let areKeysAway = false;
  const keyOf = () => (key ??= makeSigningKey());

  function personOf(id: string): GooglePerson | undefined {
    if (id !== 'new') return GOOGLE_PEOPLE[id]?.person ?? newcomers.find(id);
    const person = aNewGooglePerson();
    return newcomers.add(person.sub, `${person.name}, ${person.email}`, person);
  }

  async function consent(body: unknown) {
    const read = Consent.safeParse(body);
    if (!read.success) return { message: z.prettifyError(read.error) };
    const { client_id, nonce, person, fault = scripted } = read.data;
    scripted = undefined;
    if (client_id !== clientId) return { message: 'The OAuth client was not found.' };
    const claims = typeof person === 'string' ? personOf(person) : person;
    if (!claims) return { message: 'Nobody of that name lives here' };
    if (fault === 'replay' && last) return { credential: last, select_by: 'btn' };
    const seconds = Math.floor(now().getTime() / 1000);
    last = await idToken(await keyOf(), { clientId, nonce, person: claims, seconds, fault });
    return { credential: last, select_by: 'btn' };
  }

  const routes = new Hono()
    .get('/oauth2/v3/certs', async (c) => {
      if (areKeysAway) return c.json({ error: 'backend_error' }, 500);
      c.header('Cache-Control', `public, max-age=${KEYS_MAX_AGE}, must-revalidate, no-transform`);
      return c.json({ keys: [(await keyOf()).jwk] });
    })
    .route(
      '/',
      consentRoutes({
        provider: 'Google',
        path: '/consent',
        given: ['client_id', 'nonce'],
        people: () => [...Object.entries(GOOGLE_PEOPLE).map(([id, { label }]) => ({ id, label })), ...newcomers.list()],
        faults: FAULT_LABELS,
        consent,
      }),
    );

  return {
    routes,
    control(command: GoogleCommand): object {
      if ('next' in command) scripted = command.next === 'ok' ? undefined : command.next;
      else if ('keys' in command) {
        areKeysAway = command.keys === 'error_500';
        if (command.keys === 'rotate') key = undefined;
      } else if (command.action === 'reset') {
        [last, scripted, areKeysAway] = [undefined, undefined, false];
      }
      return { next: scripted ?? 'ok', keys: areKeysAway ? 'error_500' : 'ok', people: GOOGLE_PEOPLE };
    },
  };
}
