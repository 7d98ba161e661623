import { z } from 'zod';
import { loadScript } from './load-script.ts';

interface GoogleId {
  initialize: (config: {
    client_id: string;
    nonce: string;
    ux_mode: 'popup';
    callback: (reply: { credential: string }) => void;
  }) => void;
  renderButton: (slot: HTMLElement, options: Record<string, unknown>) => void;
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleId } };
  }
}

interface GoogleButton {
  slot: HTMLElement;
  clientId: string;
  scriptUrl: string;
  nonce: string;
  /** Gets the ID token of whoever signed in. */
  onCredential: (credential: string) => void;
}

/** The widest that Google draws its button. */
const WIDEST = 400;

/** Puts Google's own button into its place: the ID token comes from no other. Throws when its script does not come. */
export async function drawGoogleButton({ slot, clientId, scriptUrl, nonce, onCredential }: GoogleButton) {
  await loadScript(scriptUrl);
  const id = window.google?.accounts?.id;
  if (!id) throw new Error('The script brought no Google sign-in');
  id.initialize({
    client_id: clientId,
    nonce,
    ux_mode: 'popup',
    callback: ({ credential }) => onCredential(credential),
  });
  let drawn = 0;
  const draw = () => {
    const width = Math.min(slot.clientWidth, WIDEST);
    if (width === drawn || width === 0) return;
    drawn = width;
    id.renderButton(slot, {
      type: 'standard',
      theme: 'outline',
      size: 'large',
      text: 'continue_with',
      logo_alignment: 'center',
      width,
    });
  };
  draw();
  // Its width is fixed when it is drawn: a phone that is turned gets another.
  new ResizeObserver(draw).observe(slot);
}

const Hints = z.object({ sub: z.string(), email: z.string().optional(), given_name: z.string().optional() });

/** What an ID token says of its person. Unchecked: the server reads it for itself and takes these as hints. */
export function hintsIn(credential: string): { username: string; firstName: string } {
  try {
    const part = (credential.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0));
    const { sub, email, given_name } = Hints.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return { username: email ?? sub, firstName: given_name ?? '' };
  } catch {
    return { username: '', firstName: '' };
  }
}
