import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { CommandError } from '../command-error.ts';
import { requireChromium } from '../chromium.ts';
import { findFreePort } from './free-port.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

export interface LighthouseResult {
  /** 0 to 100. */
  scores: Record<Category, number>;
  /** A line for each audit with a score below 1 or an error. */
  failedAudits: Record<Category, string[]>;
}

export async function runLighthouse(url: string): Promise<LighthouseResult> {
  const port = await findFreePort();
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    const measure = () =>
      lighthouse(url, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] });
    let run = await measure();
    // Chromium sometimes loses the start of the trace; Lighthouse asks for another run.
    if (run?.lhr.runtimeError?.code === 'NO_NAVSTART') run = await measure();
    if (!run || run.lhr.runtimeError)
      throw new CommandError(
        `Lighthouse failed for ${url}: ${run?.lhr.runtimeError?.message ?? 'no result'}`,
      );
    return toResult(run.lhr);
  } finally {
    await browser.close();
  }
}

function toResult(lhr: Result): LighthouseResult {
  const byCategory = <T>(read: (category: Category) => T) =>
    Object.fromEntries(CATEGORIES.map((each) => [each, read(each)])) as Record<Category, T>;
  return {
    scores: byCategory((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
    failedAudits: byCategory((category) => findFailedAudits(lhr, category)),
  };
}

/** Of the audits that have a weight or are an insight, those with a score below 1 or an error. */
function findFailedAudits({ categories, audits }: Result, category: Category): string[] {
  return (categories[category]?.auditRefs ?? [])
    .filter(({ weight, group }) => weight > 0 || group === 'insights')
    .map(({ id }) => audits[id]!)
    .filter(
      ({ score, scoreDisplayMode }) =>
        scoreDisplayMode === 'error' || (score !== null && score < 1),
    )
    .map((audit) =>
      [
        audit.id,
        audit.displayValue ?? audit.errorMessage ?? audit.title,
        ...firstItems(audit),
      ].join(' | '),
    );
}

type Audit = Result['audits'][string];

const SHOWN_ITEMS = 4;
const SHOWN_LENGTH = 160;

function firstItems({ details }: Audit): string[] {
  const items = (details as { items?: unknown } | undefined)?.items;
  if (!Array.isArray(items)) return [];
  return items.slice(0, SHOWN_ITEMS).map((item) => summarize(item).slice(0, SHOWN_LENGTH));
}

function summarize(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const {
    node,
    url,
    source,
    description,
    label,
    reason,
    snippet,
    value: inner,
  } = value as Record<string, unknown>;
  const parts = [node, snippet, url, source, description, label, reason, inner].filter(
    (each) => each !== undefined,
  );
  return parts.length > 0 ? parts.map(summarize).join(' ') : JSON.stringify(value);
}
