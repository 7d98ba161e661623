import { existsSync } from 'node:fs';
import puppeteer, { type KeyInput } from 'puppeteer-core';
import { type BrowserPage, createBrowserPage } from './page.ts';

/** FIREFOX, or Debian's package. */
const FILE = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';

/** Of a module that is still loading when the page is left, by a redirect for example. */
const INTERRUPTED = /error loading dynamically imported module/;

export const hasFirefox = () => existsSync(FILE);

/** Starts Firefox, headless, with one page. Playwright drives only its own build, so this speaks WebDriver BiDi. */
export async function openFirefox(): Promise<{
  version: string;
  page: BrowserPage;
  close: () => void;
}> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FILE,
    headless: true,
    extraPrefsFirefox: { 'media.autoplay.default': 0, 'intl.accept_languages': 'en-IN' },
  });
  const [page = await browser.newPage()] = await browser.pages();
  const errors: string[] = [];
  page.on('pageerror', (error) => {
    const message = error instanceof Error ? error.message : String(error);
    if (!INTERRUPTED.test(message)) errors.push(message);
  });
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return {
    version: await browser.version(),
    close: () => void browser.close(),
    page: createBrowserPage({
      errors,
      evaluate: (expression) => page.evaluate(expression) as Promise<never>,
      open: async (url) => void (await page.goto(url, { waitUntil: ['load', 'networkidle0'] })),
      setSize: (width, height) => page.setViewport({ width, height }),
      press: (key) => page.keyboard.press(key as KeyInput),
      clickAt: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      screenshot: async () => Buffer.from(await page.screenshot()),
    }),
  };
}
