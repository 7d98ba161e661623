import { html } from 'hono/html';
import { sandboxPage } from './page.ts';

interface Choice {
  id: string;
  label: string;
}

interface ConsentPage {
  provider: string;
  message?: string | undefined;
  /** The popup's query parameters; the form sends them back as hidden fields. */
  parameters: Record<string, string>;
  people: Choice[];
  faults: Choice[];
}

/** The popup in which the tester chooses a person and a fault. The form posts to the popup's own URL. */
export const consentPage = ({ provider, message, parameters, people, faults }: ConsentPage) =>
  sandboxPage(
    `${provider} · Sandbox`,
    'consent.js',
    html`<main>
      <h1>Choose a ${provider} account</h1>
      <p>These accounts exist only in the sandbox.</p>
      <p role="status">${message ?? ''}</p>
      <form class="consent" method="post">
        ${Object.entries(parameters).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <p class="people">
          ${[...people, { id: 'new', label: 'A new person' }].map(
            ({ id, label }) => html`<button type="submit" name="person" value="${id}">${label}</button> `,
          )}
        </p>
        <fieldset>
          <legend>Fault</legend>
          ${[{ id: '', label: 'None' }, ...faults].map(
            ({ id, label }, index) =>
              html`<label
                ><input type="radio" name="fault" value="${id}" ${index === 0 ? 'checked' : ''} /> ${label}</label
              >`,
          )}
        </fieldset>
      </form>
    </main>`,
  );

/** The popup's last page: its script sends the response to the opener and closes the popup. */
export const consentResponsePage = (provider: string, response: object) =>
  sandboxPage(
    `${provider} · Sandbox`,
    'consent.js',
    html`<main data-provider="${provider}" data-response="${JSON.stringify(response)}"><h1>Thank you</h1></main>`,
  );
