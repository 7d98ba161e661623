import { expect, test } from 'vitest';
import { toPage } from '#contract/page.ts';
import { createPagedList } from '#stores/lib/list.ts';

const letters = [...'abcdefg'];
const pages = (base: 0 | 1) => async (_subject: string, page: number) =>
  toPage(letters.slice((page - base) * 3, (page - base) * 3 + 3), letters.length, {
    page,
    size: 3,
  });

test.each([0, 1] as const)(
  'Load More appends pages until the last one (first page %i)',
  async (base) => {
    const list = createPagedList(pages(base), { base });
    await list.open('all');
    expect(list.$state.get()).toMatchObject({
      status: 'success',
      items: ['a', 'b', 'c'],
      total: 7,
      hasMore: true,
    });
    await list.loadMore();
    expect(list.$state.get()).toMatchObject({ newFrom: 3, hasMore: true });
    await list.loadMore();
    expect(list.$state.get()).toMatchObject({ items: letters, hasMore: false });
    await list.loadMore();
    expect(list.$state.get().items).toEqual(letters);
  },
);

test('a list without items has the status noData', async () => {
  const list = createPagedList(async () => toPage([], 0, { page: 1, size: 3 }));
  await list.open('all');
  expect(list.$state.get().status).toBe('noData');
});

test('a failed page keeps the previous ones and can be retried', async () => {
  let isUp = true;
  const list = createPagedList(async (subject: string, page: number) =>
    isUp ? pages(1)(subject, page) : Promise.reject(new Error('unreachable')),
  );
  await list.open('all');
  isUp = false;
  await list.loadMore();
  expect(list.$state.get()).toMatchObject({ status: 'error', items: ['a', 'b', 'c'] });
  isUp = true;
  await list.retry();
  expect(list.$state.get().items).toEqual(letters.slice(0, 6));
});

test('two clicks on Load More send one request', async () => {
  let requestCount = 0;
  const list = createPagedList(async (subject: string, page: number) => {
    requestCount += 1;
    return pages(1)(subject, page);
  });
  await list.open('all');
  await Promise.all([list.loadMore(), list.loadMore()]);
  expect(requestCount).toBe(2);
});

test('a response to an older request is dropped', async () => {
  const waiting: (() => void)[] = [];
  const list = createPagedList(async (subject: string) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return toPage([subject], 1, { page: 1, size: 3 });
  });
  const first = list.open('first');
  const second = list.open('second');
  waiting[1]!();
  await second;
  waiting[0]!();
  await first;
  expect(list.$state.get().items).toEqual(['second']);
});
