import { map } from 'nanostores';
import type { Page } from '#contract/page.ts';
import type { Status } from './status.ts';

export interface ListState<Item> {
  /** `error` leaves the items that had come before it. */
  status: Status;
  items: Item[];
  total: number;
  /** Where the newest page begins in `items`: the focus goes there after Load More. */
  newFrom: number;
  hasMore: boolean;
}

/**
 * A list that comes page by page (spec §4 "Paging"): `open` asks for its first page, `loadMore` appends the next, `retry` asks again for the
 * page that failed. `subject` is what the list is of (a film's id, a filter …); an answer for an earlier one is dropped.
 */
export function createPagedList<Subject, Item>(
  fetchPage: (subject: Subject, page: number) => Promise<Page<Item>>,
  { base = 1 }: { base?: 0 | 1 } = {},
) {
  const blank: ListState<Item> = { status: 'process', items: [], total: 0, newFrom: 0, hasMore: false };
  const $state = map<ListState<Item>>({ ...blank });
  let current: { subject: Subject } | null = null;
  let next = base as number;

  async function load() {
    const asked = current;
    if (!asked) return;
    $state.setKey('status', 'process');
    try {
      const page = await fetchPage(asked.subject, next);
      if (asked === current) append(page);
    } catch {
      if (asked === current) $state.setKey('status', 'error');
    }
  }

  function append({ content, totalElements, totalPages }: Page<Item>) {
    const { items: before } = $state.get();
    const items = [...before, ...content];
    next += 1;
    const hasMore = next - base < totalPages;
    $state.set({
      status: items.length ? 'success' : 'noData',
      items,
      total: totalElements,
      newFrom: before.length,
      hasMore,
    });
  }

  function begin(subject: Subject) {
    current = { subject };
    next = base;
    $state.set({ ...blank });
  }

  return {
    $state,
    open(subject: Subject) {
      begin(subject);
      return load();
    },
    /** Goes on from a first page that the HTML already shows. */
    openWith(subject: Subject, first: Page<Item>) {
      begin(subject);
      append(first);
    },
    reload() {
      if (current) begin(current.subject);
      return load();
    },
    async loadMore() {
      const { status, hasMore } = $state.get();
      if (hasMore && status !== 'process') await load();
    },
    async retry() {
      if ($state.get().status === 'error') await load();
    },
  };
}
