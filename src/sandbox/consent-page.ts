import { html } from 'hono/html';
import { page } from './page.ts';

interface Choice {
  id: string;
  label: string;
}

interface Consent {
  provider: string;
  /** Why the last choice was none. */
  message?: string | undefined;
  /** What the page was opened with, and what the choice is sent with. */
  given: Record<string, string>;
  people: Choice[];
  faults: Choice[];
}

/** A provider's popup: who one is, and what shall go wrong. The choice comes back to the page's own address as a form. */
export const consentPage = ({ provider, message, given, people, faults }: Consent) =>
  page(
    `${provider} · Sandbox`,
    'consent.js',
    html`<main>
      <h1>Who is at ${provider}?</h1>
      <p>Nobody real: these people live in the sandbox.</p>
      <p role="status">${message ?? ''}</p>
      <form class="consent" method="post">
        ${Object.entries(given).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <p class="people">
          ${[...people, { id: 'new', label: 'Somebody new' }].map(
            ({ id, label }) => html`<button type="submit" name="person" value="${id}">${label}</button> `,
          )}
        </p>
        <fieldset>
          <legend>What goes wrong</legend>
          ${[{ id: '', label: 'Nothing' }, ...faults].map(
            ({ id, label }, index) =>
              html`<label
                ><input type="radio" name="fault" value="${id}" ${index === 0 ? 'checked' : ''} /> ${label}</label
              >`,
          )}
        </fieldset>
      </form>
    </main>`,
  );

/** The popup's last page: hands the answer to the page that opened it, and closes. */
export const consentGivenPage = (provider: string, answer: object) =>
  page(
    `${provider} · Sandbox`,
    'consent.js',
    html`<main data-provider="${provider}" data-answer="${JSON.stringify(answer)}"><h1>Thank you</h1></main>`,
  );
