import { type Context, Hono } from 'hono';
import { consentGivenPage, consentPage } from './consent-page.ts';

interface ConsentDesk {
  provider: string;
  /** The popup's address, and the names of what it is opened with. */
  path: string;
  given: string[];
  people: () => { id: string; label: string }[];
  faults: Record<string, string>;
  /** What the choice gives to the browser, or the message why it gives nothing. */
  consent: (choice: unknown) => Promise<object> | object;
}

/** A provider's popup, and `POST /token` for programs: the same choice as JSON. */
export function consentRoutes({ provider, path, given, people, faults, consent }: ConsentDesk) {
  const ask = (c: Context, values: Record<string, unknown>, message?: string) =>
    c.html(
      consentPage({
        provider,
        message,
        given: Object.fromEntries(given.map((name) => [name, String(values[name] ?? '')])),
        people: people(),
        faults: Object.entries(faults).map(([id, label]) => ({ id, label })),
      }),
    );

  return new Hono()
    .get(path, (c) => ask(c, c.req.query()))
    .post(path, async (c) => {
      const choice = await c.req.parseBody();
      const answer = await consent(choice);
      if ('message' in answer) return ask(c, choice, String(answer.message));
      return c.html(consentGivenPage(provider, answer));
    })
    .post('/token', async (c) => {
      const answer = await consent(await c.req.json().catch(() => undefined));
      return c.json(answer, 'message' in answer ? 400 : 200);
    });
}
