/** What a browser's protocol can do. */
interface BrowserDriver {
  /** Console errors and uncaught exceptions since the page was opened. */
  errors: string[];
  open: (url: string) => Promise<void>;
  /** The value of an expression of plain JavaScript, which the browser must know. */
  evaluate: <T>(expression: string) => Promise<T>;
  setSize: (width: number, height: number) => Promise<void>;
  /** Presses the key with this name, `Enter` or `ArrowDown` for example. */
  press: (key: string) => Promise<void>;
  clickAt: (x: number, y: number) => Promise<void>;
  type: (text: string) => Promise<void>;
  screenshot: () => Promise<Buffer>;
}

/** A page of a browser that Playwright cannot drive. */
export interface BrowserPage extends Omit<BrowserDriver, 'clickAt'> {
  /** Waits until the expression is true. Throws after 15 seconds. */
  until: (expression: string) => Promise<void>;
  /** Clicks in the middle of the first visible element of a selector whose text starts with `text`, also in a shadow tree. */
  click: (selector: string, text?: string) => Promise<void>;
}

const WAIT_MS = 15_000;

export function createBrowserPage({ clickAt, ...driver }: BrowserDriver): BrowserPage {
  const { evaluate, errors } = driver;
  const until = async (expression: string) => {
    for (
      const end = performance.now() + WAIT_MS;
      performance.now() < end;
      await new Promise((resolve) => setTimeout(resolve, 100))
    )
      if (await evaluate(expression).catch(() => false)) return;
    throw new Error(`Not true after ${WAIT_MS / 1000} s: ${expression}\n${errors.join('\n')}`);
  };
  return {
    ...driver,
    until,
    async click(selector, text = '') {
      const find = `(${findVisible})(${JSON.stringify(selector)}, ${JSON.stringify(text)})`;
      await until(`!!${find}`);
      let at: [number, number] | null = null;
      for (
        let before = '';
        !at || before !== String(at);
        await new Promise((resolve) => setTimeout(resolve, 200))
      ) {
        before = String(at);
        at = await evaluate(find);
      }
      await clickAt(...at);
    },
  };
}

/** Runs in the browser. Scrolls the element into view, and returns its middle. */
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
