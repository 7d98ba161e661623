import { DOMESTIC_DIAL_CODE } from '#domain/limits.ts';
import { sessionMessages as text } from '#messages/session.ts';
import { signUpHref } from '#stores/lib/return-path.ts';
import type { Destination } from '#stores/one-time-code.ts';

/** `9000000002` → `+91 90000 00002`. */
const destinationText = ({ by, username }: Destination) =>
  by === 'email' ? username : `+${DOMESTIC_DIAL_CODE}\u00a0${username.replace(/^(\d{5})(?=\d{5}$)/, '$1\u00a0')}`;

/** The destination has its own line at every width: the code page reserves the height of two lines. */
export const CodeDestination = ({ destination }: { destination: Destination }) => (
  <p className="lead-text text-soft">
    {text.codeSentTo}{' '}
    <span className="block">
      <b className="tabular font-semibold wrap-anywhere text-ink">{destinationText(destination)}</b>.{' '}
      <a className="underline underline-offset-4" href={signUpHref()}>
        {text.changeDestination}
      </a>
    </span>
  </p>
);
