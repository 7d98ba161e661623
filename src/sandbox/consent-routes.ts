import { type Context, Hono } from 'hono';
import { consentResponsePage, consentPage } from './consent-page.ts';

interface ConsentOptions {
  provider: string;
  path: string;
  parameters: string[];
  people: () => { id: string; label: string }[];
  faults: Record<string, string>;
  /** Returns the response for the browser, or `{message}` with an error. */
  consent: (choice: unknown) => Promise<object> | object;
}

/** The routes of a provider's popup, and `POST /token` with the same choice as JSON, for programs. */
export function consentRoutes({ provider, path, parameters, people, faults, consent }: ConsentOptions) {
  const showPopup = (c: Context, values: Record<string, unknown>, message?: string) =>
    c.html(
      consentPage({
        provider,
        message,
        parameters: Object.fromEntries(parameters.map((name) => [name, String(values[name] ?? '')])),
        people: people(),
        faults: Object.entries(faults).map(([id, label]) => ({ id, label })),
      }),
    );

  return new Hono()
    .get(path, (c) => showPopup(c, c.req.query()))
    .post(path, async (c) => {
      const choice = await c.req.parseBody();
      const response = await consent(choice);
      if ('message' in response) return showPopup(c, choice, String(response.message));
      return c.html(consentResponsePage(provider, response));
    })
    .post('/token', async (c) => {
      const response = await consent(await c.req.json().catch(() => undefined));
      return c.json(response, 'message' in response ? 400 : 200);
    });
}
