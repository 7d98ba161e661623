import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findFreePort } from '../../../scripts/bench/free-port.ts';
import { type BrowserPage, createBrowserPage } from './page.ts';

/** Debian's packages webkit2gtk-driver and xvfb. */
const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY = '/usr/bin/xvfb-run';

export const hasWebKit = () => existsSync(DRIVER) && existsSync(DISPLAY);

const START_MS = 15_000;
/** The WebDriver standard's codes. */
const KEYS: Record<string, string> = {
  Backspace: '\uE003',
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** Starts WebKitGTK on a virtual screen, with one page. Playwright drives only its own build, so this speaks WebDriver. */
export async function openWebKit(): Promise<{
  version: string;
  page: BrowserPage;
  close: () => void;
}> {
  const port = await findFreePort();
  const child = spawn(DISPLAY, ['-a', '-s', '-screen 0 1600x1200x24', DRIVER, `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
  });
  // The whole group: the screen, the driver and the browser.
  const close = () => void process.kill(-child.pid!, 'SIGKILL');
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: any };
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  try {
    for (
      const end = performance.now() + START_MS;
      ;
      await new Promise((resolve) => setTimeout(resolve, 100))
    )
      if (await send('GET', '/status').catch(() => null)) break;
      else if (performance.now() > end) throw new Error(`${DRIVER} does not answer`);
    const { sessionId, capabilities } = await send('POST', '/session', { capabilities: {} });
    const call = (path: string, body: object) => send('POST', `/session/${sessionId}${path}`, body);
    const evaluate = (expression: string) =>
      call('/execute/sync', { script: `return (${expression});`, args: [] });
    const act = (id: string, type: string, actions: object[]) =>
      call('/actions', { actions: [{ id, type, actions }] });
    const typeKeys = (keys: string[]) =>
      act(
        'keys',
        'key',
        keys.flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      );
    const page = createBrowserPage({
      // WebDriver does not report the page's errors.
      errors: [],
      evaluate,
      open: (url) => call('/url', { url }),
      async setSize(width, height) {
        const frame = await evaluate('[outerWidth - innerWidth, outerHeight - innerHeight]');
        await call('/window/rect', {
          x: 0,
          y: 0,
          width: width + frame[0],
          height: height + frame[1],
        });
      },
      press: (key) => typeKeys([KEYS[key]!]),
      clickAt: (x, y) =>
        act('mouse', 'pointer', [
          { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]),
      type: (text) => typeKeys([...text]),
      screenshot: async () =>
        Buffer.from(await send('GET', `/session/${sessionId}/screenshot`), 'base64'),
    });
    return { version: capabilities.browserVersion, page, close };
  } catch (error) {
    close();
    throw error;
  }
}
