import type { OperationDescription } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { OverviewParts, WaitingCount } from './overview.ts';
import { nounHref, operationHref } from './view.ts';

export interface WaitingRow {
  label: string;
  /** The page where it is handled; null if the roles of the member do not allow it. */
  href: string | null;
  /** Null while it is loading, or if it is not a number. */
  count: number | null;
  note: string;
  at: Date | null;
}

type WaitingParts = Pick<OverviewParts, 'submissions' | 'payments' | 'reviews' | 'health' | 'site'>;

/** What the member's roles allow, also while it is loading. */
export function waitingRows(parts: WaitingParts, operations: OperationDescription[]): WaitingRow[] {
  const { submissions, payments, reviews, health, site } = parts;
  const hrefIfAllowed = (noun: string, verb?: string) => {
    const isAllowed = operations.some(
      (each) => each.noun === noun && (!verb || each.verb === verb),
    );
    if (!isAllowed) return null;
    return verb ? operationHref({ noun, verb }) : nounHref(noun);
  };
  const waitingRow = (
    label: string,
    href: string | null,
    waiting: WaitingCount | undefined,
  ): WaitingRow => ({
    label,
    href,
    count: waiting?.count ?? null,
    note: waiting?.since ? text.since : '',
    at: waiting?.since ?? null,
  });
  const rows: (WaitingRow[] | undefined)[] = [
    submissions && [
      waitingRow(text.received, hrefIfAllowed('submission'), submissions.data?.received),
      waitingRow(text.inReview, hrefIfAllowed('submission'), submissions.data?.inReview),
    ],
    payments && [
      waitingRow(text.held, hrefIfAllowed('order', 'held'), payments.data?.held),
      waitingRow(text.failedRefunds, hrefIfAllowed('order', 'held'), payments.data?.failedRefunds),
      {
        label: text.openDisputes,
        href: hrefIfAllowed('dispute'),
        count: payments.data?.openDisputes.count ?? null,
        note: text.answerBy,
        at: payments.data?.openDisputes.answerBy ?? null,
      },
    ],
    reviews && [
      {
        label: text.newReviews,
        href: hrefIfAllowed('review'),
        count: reviews.data?.count ?? null,
        note: text.newestAt,
        at: reviews.data?.newestAt ?? null,
      },
    ],
    health && [healthRow(health, hrefIfAllowed('doctor'))],
    site && [
      {
        label: text.changesWaiting,
        href: hrefIfAllowed('rebuild'),
        count: site.data?.site?.changesWaiting ?? null,
        note: site.data && !site.data.site ? text.noSite : text.siteBuilt,
        at: site.data?.site?.builtAt ?? null,
      },
      {
        label: text.lastBackup,
        href: hrefIfAllowed('doctor'),
        count: null,
        note: site.data && !site.data.lastBackupAt ? text.never : '',
        at: site.data?.lastBackupAt ?? null,
      },
    ],
  ];
  return rows.flatMap((each) => each ?? []);
}

function healthRow(
  { data, error }: NonNullable<OverviewParts['health']>,
  href: string | null,
): WaitingRow {
  const countOf = (wanted: string) =>
    data?.findings.filter(({ state }) => state === wanted).length ?? 0;
  const [problems, warnings] = [countOf('problem'), countOf('warning')];
  return {
    label: text.findings,
    href,
    count: data && problems + warnings,
    note: data || error ? text.problems(problems, warnings) : text.checking,
    at: null,
  };
}
