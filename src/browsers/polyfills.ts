/**
 * Parts of the platform that our scripts use and a browser of docs/browsers.md may lack. Such a
 * browser loads them first.
 */
import 'core-js/actual/array/at.js';
import 'core-js/actual/array/find-last.js';
import 'core-js/actual/array/to-reversed.js';
import 'core-js/actual/array/to-sorted.js';
import 'core-js/actual/map/group-by.js';
import 'core-js/actual/object/group-by.js';
import 'core-js/actual/object/has-own.js';
import 'core-js/actual/set/union.js';
import 'core-js/actual/string/at.js';
import 'core-js/actual/string/replace-all.js';
import 'core-js/actual/string/to-well-formed.js';
import { addAspectRatios } from './aspect-ratios.ts';
import { addDialogs, hasDialogs } from './dialogs.ts';
import { addFlexGaps, hasFlexGaps } from './flex-gaps.ts';

const define = (target: object, name: string, value: unknown) => {
  if (!(name in target))
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
};

define(URL, 'canParse', (url: string, base?: string) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
});

for (const { prototype } of [Document, DocumentFragment, Element])
  define(prototype, 'replaceChildren', function (this: ParentNode, ...nodes: (Node | string)[]) {
    while (this.lastChild) this.lastChild.remove();
    this.append(...nodes);
  });

define(AbortSignal, 'any', (signals: AbortSignal[]) => {
  const controller = new AbortController();
  const abort = ({ reason }: AbortSignal) => controller.abort(reason);
  for (const signal of signals) {
    if (signal.aborted) abort(signal);
    else signal.addEventListener('abort', () => abort(signal), { once: true });
  }
  return controller.signal;
});

/** Codes instead of names. */
define(
  Intl,
  'DisplayNames',
  class {
    of(code: string) {
      return code;
    }
  },
);

/** Code points instead of letters with their marks. */
define(
  Intl,
  'Segmenter',
  class {
    *segment(input: string) {
      let index = 0;
      for (const segment of input) {
        yield { segment, index };
        index += segment.length;
      }
    }
  },
);

const isSupported = (selector: string) => {
  try {
    return document.querySelector(selector) !== undefined;
  } catch {
    return false;
  }
};

/**
 * Chromium before 88 knows `:is` by another name. The content policy forbids to change the styles
 * themselves.
 */
if (!isSupported(':is(a)'))
  addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const files = new Map<string, string>();
    const update = () => {
      const sources = [...document.querySelectorAll<HTMLElement>('style, link[rel=stylesheet]')];
      const texts = sources.map((each) =>
        each instanceof HTMLLinkElement ? load(each.href) : each.textContent,
      );
      sheet.replaceSync(texts.join('\n').replace(/:is\(/g, ':-webkit-any('));
    };
    const load = (address: string) => {
      if (!files.has(address)) {
        files.set(address, '');
        void fetch(address)
          .then((response) => response.text())
          .then((text) => files.set(address, text))
          .then(update)
          // after-each-change.ts measures the page again.
          .then(() => dispatchEvent(new Event('resize')));
      }
      return files.get(address);
    };
    update();
    // A part of the page that is loaded later brings its own file.
    new MutationObserver(update).observe(document.head, { childList: true });
  });

if (!CSS.supports('aspect-ratio', '1')) addAspectRatios();
if (!hasFlexGaps()) addFlexGaps();
if (!hasDialogs()) addDialogs();
