import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserPage, createBrowserPage } from './page.ts';

const KEY_CODES: Record<string, number> = {
  Backspace: 8,
  Enter: 13,
  Escape: 27,
  Tab: 9,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
};

interface Reply {
  id?: number;
  method?: string;
  params?: any;
  result?: any;
  error?: { message: string };
}

/** Starts the Chromium of a file, headless, with one page. Playwright drives only current browsers, so this speaks the DevTools protocol. */
export async function openOldChromium(
  file: string,
): Promise<{ version: string; page: BrowserPage; close: () => void }> {
  const profile = mkdtempSync(join(tmpdir(), 'old-chromium-'));
  const folder = dirname(file);
  const child = spawn(
    file,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      '--mute-audio',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    {
      env: {
        ...process.env,
        HOME: profile,
        LD_LIBRARY_PATH: [join(folder, 'lib'), folder, process.env['LD_LIBRARY_PATH']]
          .filter(Boolean)
          .join(':'),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const close = () => {
    child.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      let output = '';
      child.stderr.setEncoding('utf8').on('data', (text) => {
        output += text;
        const found = /DevTools listening on ws:\/\/([^/]+)/.exec(output);
        if (found) resolve(`http://${found[1]}`);
      });
      child.once('exit', () => reject(new Error(`${file} did not start:\n${output}`)));
    });
    const { Browser: version } = (await (await fetch(`${origin}/json/version`)).json()) as {
      Browser: string;
    };
    return { version, page: await openPage(await findPage(origin)), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The browser answers before its first page exists. */
async function findPage(origin: string): Promise<string> {
  for (;;) {
    const targets = (await (await fetch(`${origin}/json`)).json()) as {
      type: string;
      webSocketDebuggerUrl: string;
    }[];
    const found = targets.find(({ type }) => type === 'page');
    if (found) return found.webSocketDebuggerUrl;
    await pause(50);
  }
}

async function openPage(address: string): Promise<BrowserPage> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<
    number,
    { resolve: (value: any) => void; reject: (error: Error) => void }
  >();
  const listeners = new Set<(reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    const call = waiting.get(reply.id ?? -1);
    if (!call) return listeners.forEach((listener) => listener(reply));
    waiting.delete(reply.id!);
    if (reply.error) call.reject(new Error(reply.error.message));
    else call.resolve(reply.result);
  });
  let calls = 0;
  const send = (method: string, params: object = {}) =>
    new Promise<any>((resolve, reject) => {
      const id = ++calls;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });

  const errors: string[] = [];
  listeners.add(({ method, params }) => {
    if (method === 'Runtime.exceptionThrown')
      errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    // Astro reports so an island that cannot be drawn.
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error')
      errors.push(params.args.map(({ description, value }: any) => description ?? value).join(' '));
    if (method === 'Log.entryAdded' && params.entry.level === 'error')
      errors.push(`${params.entry.text} ${params.entry.url ?? ''}`);
  });
  for (const domain of ['Page', 'Runtime', 'Log']) await send(`${domain}.enable`);

  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  return createBrowserPage({
    errors,
    evaluate,
    async open(url) {
      const loaded = new Promise<void>((resolve) => {
        const listener = ({ method }: Reply) => {
          if (method !== 'Page.loadEventFired') return;
          listeners.delete(listener);
          resolve();
        };
        listeners.add(listener);
      });
      await send('Page.navigate', { url });
      await loaded;
    },
    setSize: (width, height) =>
      send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: width < 600,
      }),
    async press(key) {
      const code = KEY_CODES[key]!;
      const event = {
        key,
        code: key,
        windowsVirtualKeyCode: code,
        ...(key === 'Enter' && { text: '\r' }),
      };
      await send('Input.dispatchKeyEvent', {
        ...event,
        type: key === 'Enter' ? 'keyDown' : 'rawKeyDown',
      });
      await send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
    },
    async clickAt(x, y) {
      for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'])
        await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
    },
    type: (text) => send('Input.insertText', { text }),
    screenshot: async () => Buffer.from((await send('Page.captureScreenshot')).data, 'base64'),
  });
}
