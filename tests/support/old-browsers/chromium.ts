import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Playwright drives only current browsers, so these speak the DevTools protocol. */
export interface OldPage {
  /** Console errors and uncaught exceptions since the page was opened. */
  errors: string[];
  open: (url: string) => Promise<void>;
  /** The value of an expression of plain JavaScript, which the browser must know. */
  evaluate: <T>(expression: string) => Promise<T>;
  /** Waits until the expression is true. Throws after 15 seconds. */
  until: (expression: string) => Promise<void>;
  setSize: (width: number, height: number) => Promise<void>;
  /** Presses the key with this name, `Enter` or `ArrowDown` for example. */
  press: (key: string) => Promise<void>;
  /** Clicks in the middle of the first visible element of a selector whose text starts with `text`, also in a shadow tree. */
  click: (selector: string, text?: string) => Promise<void>;
  type: (text: string) => Promise<void>;
  screenshot: () => Promise<Buffer>;
}

const WAIT_MS = 15_000;
const KEY_CODES: Record<string, number> = {
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

/** Starts the Chromium of a file, headless, with one page. */
export async function openOldChromium(file: string): Promise<{ version: string; page: OldPage; close: () => void }> {
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
        LD_LIBRARY_PATH: [join(folder, 'lib'), folder, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
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
    const { Browser: version } = (await (await fetch(`${origin}/json/version`)).json()) as { Browser: string };
    const targets = (await (await fetch(`${origin}/json`)).json()) as { type: string; webSocketDebuggerUrl: string }[];
    const address = targets.find(({ type }) => type === 'page')!.webSocketDebuggerUrl;
    return { version, page: await openPage(address), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function openPage(address: string): Promise<OldPage> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<number, { resolve: (value: any) => void; reject: (error: Error) => void }>();
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
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const until = async (expression: string) => {
    for (const end = Date.now() + WAIT_MS; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100)))
      if (await evaluate(expression).catch(() => false)) return;
    throw new Error(`Not true after ${WAIT_MS / 1000} s: ${expression}\n${errors.join('\n')}`);
  };
  return {
    errors,
    evaluate,
    until,
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
      send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 600 }),
    async press(key) {
      const code = KEY_CODES[key]!;
      const event = { key, code: key, windowsVirtualKeyCode: code, ...(key === 'Enter' && { text: '\r' }) };
      await send('Input.dispatchKeyEvent', { ...event, type: key === 'Enter' ? 'keyDown' : 'rawKeyDown' });
      await send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
    },
    async click(selector, text = '') {
      const find = `(${findVisible})(${JSON.stringify(selector)}, ${JSON.stringify(text)})`;
      await until(`!!${find}`);
      let at: [number, number] | null = null;
      for (let before = ''; !at || before !== String(at); await new Promise((resolve) => setTimeout(resolve, 200))) {
        before = String(at);
        at = await evaluate(find);
      }
      const [x, y] = at;
      for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'])
        await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
    },
    type: (text) => send('Input.insertText', { text }),
    screenshot: async () => Buffer.from((await send('Page.captureScreenshot')).data, 'base64'),
  };
}

/** Runs in an old browser. Scrolls the element into view, and returns its middle. */
const findVisible = `function (selector, text) {
  var roots = [document];
  [].forEach.call(document.querySelectorAll('*'), function (host) {
    if (host.shadowRoot) roots.push(host.shadowRoot);
  });
  for (var root of roots)
    for (var element of root.querySelectorAll(selector)) {
      if (element.disabled || element.textContent.trim().indexOf(text) !== 0 || !element.getClientRects().length) continue;
      element.scrollIntoView({ block: 'center' });
      var box = element.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    }
  return null;
}`;
