import { html } from 'hono/html';
import { sandboxPage } from './page.ts';

export interface ConsentPage {
  provider: string;
  /** Names of the popup's query parameters; the form sends them back as hidden fields. */
  parameters: string[];
  people: () => { id: string; label: string }[];
  /** Labels by id. */
  faults: Record<string, string>;
}

/**
 * The popup in which the tester chooses a person and a fault. The form posts to the popup's own
 * URL.
 */
export const consentPage = (page: ConsentPage, values: Record<string, unknown>, message = '') => {
  const { provider, parameters, people, faults } = page;
  return sandboxPage(
    `${provider} · Sandbox`,
    'consent.js',
    html`<main>
      <h1>Choose a ${provider} account</h1>
      <p>These accounts exist only in the sandbox.</p>
      <p role="status">${message}</p>
      <form class="consent" method="post">
        ${parameters.map((name) => html`<input type="hidden" name="${name}" value="${String(values[name] ?? '')}" />`)}
        <p class="people">
          ${[...people(), { id: 'new', label: 'A new person' }].map(
            ({ id, label }) =>
              html`<button type="submit" name="person" value="${id}">${label}</button> `,
          )}
        </p>
        <fieldset>
          <legend>Fault</legend>
          ${Object.entries({ '': 'None', ...faults }).map(
            ([id, label], index) =>
              html`<label
                ><input type="radio" name="fault" value="${id}" ${index === 0 ? 'checked' : ''} />
                ${label}</label
              >`,
          )}
        </fieldset>
      </form>
    </main>`,
  );
};

/** The popup's last page: its script sends the response to the opener and closes the popup. */
export const consentResponsePage = (provider: string, response: object) =>
  sandboxPage(
    `${provider} · Sandbox`,
    'consent.js',
    html`<main data-provider="${provider}" data-response="${JSON.stringify(response)}">
      <h1>Thank you</h1>
    </main>`,
  );
