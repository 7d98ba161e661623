import { type Context, Hono } from 'hono';
import { type ConsentPage, consentResponsePage, consentPage } from './consent-page.ts';

interface ConsentOptions extends ConsentPage {
  path: string;
  /** Returns the response for the browser, or `{message}` with an error. */
  consent: (choice: unknown) => Promise<object> | object;
}

/**
 * The routes of a provider's popup, and `POST /token` with the same choice as JSON, for programs.
 */
export function consentRoutes({ path, consent, ...page }: ConsentOptions) {
  const showPopup = (c: Context, values: Record<string, unknown>, message?: string) =>
    c.html(consentPage(page, values, message));

  return new Hono()
    .get(path, (c) => showPopup(c, c.req.query()))
    .post(path, async (c) => {
      const choice = await c.req.parseBody();
      const response = await consent(choice);
      if ('message' in response) return showPopup(c, choice, String(response.message));
      return c.html(consentResponsePage(page.provider, response));
    })
    .post('/token', async (c) => {
      const response = await consent(await c.req.json().catch(() => undefined));
      return c.json(response, 'message' in response ? 400 : 200);
    });
}
