import { z } from 'zod';
import { loadScript } from '../lib/load-script.ts';

interface GoogleId {
  initialize: (config: {
    client_id: string;
    nonce: string;
    ux_mode: 'popup';
    callback: (reply: { credential: string }) => void;
  }) => void;
  renderButton: (container: HTMLElement, options: Record<string, unknown>) => void;
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleId } };
  }
}

interface GoogleButton {
  container: HTMLElement;
  clientId: string;
  scriptUrl: string;
  nonce: string;
  onCredential: (credential: string) => void;
}

const MAX_WIDTH_PX = 400;

/** Only Google's own button returns an ID token. Throws if the script fails. */
export async function drawGoogleButton({
  container,
  clientId,
  scriptUrl,
  nonce,
  onCredential,
}: GoogleButton) {
  await loadScript(scriptUrl);
  const id = window.google?.accounts?.id;
  if (!id) throw new Error('The script did not define Google sign-in');
  id.initialize({
    client_id: clientId,
    nonce,
    ux_mode: 'popup',
    callback: ({ credential }) => onCredential(credential),
  });
  let drawnWidth = 0;
  const draw = () => {
    const width = Math.min(container.clientWidth, MAX_WIDTH_PX);
    if (width === drawnWidth || width === 0) return;
    drawnWidth = width;
    id.renderButton(container, {
      type: 'standard',
      theme: 'outline',
      size: 'large',
      text: 'continue_with',
      logo_alignment: 'center',
      width,
    });
  };
  draw();
  // Google's button has a fixed width, so it is drawn again after a resize.
  new ResizeObserver(draw).observe(container);
}

const Hints = z.object({
  sub: z.string(),
  email: z.string().optional(),
  given_name: z.string().optional(),
});

/** Not verified: the server reads the token itself and uses these values only as hints. */
export function readIdTokenHints(credential: string): { username: string; firstName: string } {
  try {
    const part = (credential.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0));
    const { sub, email, given_name } = Hints.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return { username: email ?? sub, firstName: given_name ?? '' };
  } catch {
    return { username: '', firstName: '' };
  }
}
