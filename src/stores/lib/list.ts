import { map } from 'nanostores';
import type { Page } from '#contract/page.ts';
import type { Status } from './task.ts';

export interface ListState<Item> {
  /** After an error, the loaded items stay. */
  status: Status;
  items: Item[];
  total: number;
  /** The first index of the newest page; Load More moves the focus there. */
  newFrom: number;
  hasMore: boolean;
}

/**
 * Spec §4 "Paging". `subject` identifies the list, such as a film id. Responses for an earlier
 * subject are dropped.
 */
export function createPagedList<Subject, Item>(
  fetchPage: (subject: Subject, page: number) => Promise<Page<Item>>,
  { base = 1 }: { base?: 0 | 1 } = {},
) {
  const blank: ListState<Item> = {
    status: 'process',
    items: [],
    total: 0,
    newFrom: 0,
    hasMore: false,
  };
  const $state = map<ListState<Item>>({ ...blank });
  let current: { subject: Subject } | null = null;
  let next = base as number;

  async function load() {
    const requested = current;
    if (!requested) return;
    $state.setKey('status', 'process');
    try {
      const page = await fetchPage(requested.subject, next);
      if (requested === current) append(page);
    } catch {
      if (requested === current) $state.setKey('status', 'error');
    }
  }

  function append({ content, totalElements, totalPages }: Page<Item>) {
    const { items: previous } = $state.get();
    const items = [...previous, ...content];
    next += 1;
    const hasMore = next - base < totalPages;
    $state.set({
      status: items.length ? 'success' : 'noData',
      items,
      total: totalElements,
      newFrom: previous.length,
      hasMore,
    });
  }

  function reset(subject: Subject) {
    current = { subject };
    next = base;
    $state.set({ ...blank });
  }

  return {
    $state,
    open(subject: Subject) {
      reset(subject);
      return load();
    },
    reload() {
      if (current) reset(current.subject);
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
