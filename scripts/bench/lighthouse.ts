import { createServer, type AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { CommandError } from '../failure.ts';
import { needChromium } from '../chromium.ts';

/** Lighthouse's categories, as it calls them. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Verdict {
  /** Of 100. */
  scores: Record<Category, number>;
  /** What a category lost points by, in a line each. */
  faults: Record<Category, string[]>;
}

/** One visit by Lighthouse's slow phone, with a new browser. */
export async function judge(url: string): Promise<Verdict> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: needChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    const run = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] });
    if (!run || run.lhr.runtimeError)
      throw new CommandError(`Lighthouse could not judge ${url}: ${run?.lhr.runtimeError?.message ?? 'no result'}`);
    return verdict(run.lhr);
  } finally {
    await browser.close();
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

function verdict(lhr: Result): Verdict {
  const of = <T>(read: (category: Category) => T) =>
    Object.fromEntries(CATEGORIES.map((each) => [each, read(each)])) as Record<Category, T>;
  return {
    scores: of((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
    faults: of((category) => faultsIn(lhr, category)),
  };
}

/** The audits that count and are not whole; for performance its insights too, which only explain. */
function faultsIn({ categories, audits }: Result, category: Category): string[] {
  return (categories[category]?.auditRefs ?? [])
    .filter(({ weight, group }) => weight > 0 || group === 'insights')
    .map(({ id }) => audits[id]!)
    .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'error' || (score !== null && score < 1))
    .map((audit) => [audit.id, audit.displayValue ?? audit.errorMessage ?? audit.title, ...itemsOf(audit)].join(' | '));
}

type Audit = Result['audits'][string];

const SHOWN_ITEMS = 4;
const SHOWN_LENGTH = 160;

/** The first items of an audit's table, as far as they say something in short. */
function itemsOf({ details }: Audit): string[] {
  const items = (details as { items?: unknown } | undefined)?.items;
  if (!Array.isArray(items)) return [];
  return items.slice(0, SHOWN_ITEMS).map((item) => inShort(item).slice(0, SHOWN_LENGTH));
}

/** Where it is and what is wrong with it, without Lighthouse's own bookkeeping. */
function inShort(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const { node, url, source, description, label, reason, snippet, value: inner } = value as Record<string, unknown>;
  const said = [node, snippet, url, source, description, label, reason, inner].filter((each) => each !== undefined);
  return said.length > 0 ? said.map(inShort).join(' ') : JSON.stringify(value);
}
