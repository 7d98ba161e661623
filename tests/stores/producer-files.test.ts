import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/tab.ts';
import { aHouseForStores } from '../support/stores.ts';
import { aChannel } from '../support/channels.ts';
import { holdBack } from '../support/late-answers.ts';
import { setFetch } from '#api/http.ts';
import { PRODUCER } from '#domain/roles.ts';
import { producerMessages as text } from '#messages/producer.ts';
import { href } from '#routes.ts';
import { takeNotices } from '#stores/notices.ts';
import { $exported, cancelExport, exportOrders } from '#stores/producer-export.ts';
import {
  $months,
  $statement,
  chooseMonth,
  followAddress,
  openStatements,
  saveStatementCsv,
  saveStatementPdf,
} from '#stores/producer-statements.ts';

const house = await aHouseForStores();
let mobile = 9_200_000_000;
const saved: { name: string; file: Blob }[] = [];
const said = () => takeNotices().map(({ kind, text: words }) => [kind, words]);

beforeEach(() => {
  house.online.value = true;
  house.answer();
  saved.length = 0;
  takeNotices();
  const link = {
    href: '',
    download: '',
    click: () => saved.push({ name: link.download, file: files.get(link.href)! }),
    remove: () => {},
  };
  const files = new Map<string, Blob>();
  vi.stubGlobal('document', { createElement: () => link, body: { append: () => {} } });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const address = `blob:${files.size}`;
    files.set(address, file as Blob);
    return address;
  });
});

/** A producer, signed in, with a film that has tickets paid on these days of 2026. */
async function aSoldFilm(days: string[], given: Parameters<typeof house.aFilm>[0] = {}) {
  const producer = await house.aViewer({ mobile: String(++mobile), roles: [PRODUCER] });
  await house.signIn(String(mobile));
  const film = await house.aFilm(given);
  await aChannel(house, { ownerId: producer.userId }, [film]);
  for (const day of days) {
    const orderDate = new Date(`2026-${day}T12:00:00Z`);
    await house.anOrder(await house.aViewer(), film, { orderDate, paidAt: orderDate });
  }
  browser.open(href('producerStatements', { movie_id: film.movieId, channel_id: 1 }));
  return film;
}

describe('Export CSV (spec §2, §9)', () => {
  test('saves all orders under the film’s name, and tells how far it is', async () => {
    const film = await aSoldFilm(['11-01', '11-02', '11-03'], { movieName: 'Kadaisi Mazhai!' });
    const labels: string[] = [];
    const stop = exportOrders.$state.subscribe(({ status }) => labels.push(status));
    await exportOrders.run(film.movieId, film.movieName);
    stop();
    expect(labels).toEqual(['idle', 'process', 'success']);
    expect(saved.map(({ name }) => name)).toEqual(['kadaisi_mazhai_orders.csv']);
    const bytes = Buffer.from(await saved[0]!.file.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(4);
    expect($exported.get()).toEqual({ rows: 3, total: 3, bytes: bytes.length });
    expect(said()).toEqual([['success', text.exported('kadaisi_mazhai_orders.csv')]]);
  });

  test('pressed twice, it is asked for once', async () => {
    const film = await aSoldFilm(['11-01']);
    house.calls.length = 0;
    await Promise.all([exportOrders.run(film.movieId, 'A'), exportOrders.run(film.movieId, 'A')]);
    expect(house.calls).toHaveLength(1);
    expect(saved).toHaveLength(1);
  });

  /** A server that sends the head and two orders of five, and then waits for `end`. */
  function slowServer() {
    const server = { end: (_: 'close' | 'break') => {}, isLeft: false };
    setFetch(async (input, init) => {
      const { signal } = new Request(input, init);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('Order Date\r\n1\r\n2\r\n'));
          server.end = (how) => (how === 'close' ? controller.close() : controller.error(new TypeError('broken')));
          signal.addEventListener('abort', () => {
            server.isLeft = true;
            controller.error(signal.reason);
          });
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/csv', 'X-Total-Rows': '5' } });
    });
    return server;
  }

  test('shows the orders that have arrived while others are on their way', async () => {
    const film = await aSoldFilm([]);
    const server = slowServer();
    const running = exportOrders.run(film.movieId, 'A');
    await vi.waitFor(() => expect($exported.get()).toEqual({ rows: 2, total: 5, bytes: 18 }));
    expect(exportOrders.$state.get().status).toBe('process');
    server.end('close');
    await running;
    expect(saved).toHaveLength(1);
  });

  test('cancelled, it leaves the server and saves nothing; the next one begins anew', async () => {
    const film = await aSoldFilm(['11-01']);
    const server = slowServer();
    const running = exportOrders.run(film.movieId, 'A');
    await vi.waitFor(() => expect($exported.get().rows).toBe(2));
    cancelExport();
    await running;
    expect(server.isLeft).toBe(true);
    expect(saved).toEqual([]);
    expect(said()).toEqual([['info', text.exportCancelled]]);
    house.answer();
    await exportOrders.run(film.movieId, 'A');
    expect($exported.get()).toMatchObject({ rows: 1, total: 1 });
    expect(saved).toHaveLength(1);
  });

  test('broken off half way, nothing is saved, and that is said', async () => {
    const film = await aSoldFilm([]);
    const server = slowServer();
    const running = exportOrders.run(film.movieId, 'A');
    await vi.waitFor(() => expect($exported.get().rows).toBe(2));
    server.end('break');
    await running;
    expect(saved).toEqual([]);
    expect(said()).toEqual([['error', expect.any(String)]]);
    expect(exportOrders.$state.get().status).toBe('error');
  });

  test('a token that ran out is renewed unseen', async () => {
    const film = await aSoldFilm(['11-01']);
    await house.letTokenRunOut(1);
    await exportOrders.run(film.movieId, 'A');
    expect(saved).toHaveLength(1);
  });
});

describe('statements', () => {
  const TWO_MONTHS = ['10-10', '11-02', '11-03'];

  test('open on the newest month', async () => {
    await aSoldFilm(TWO_MONTHS);
    await openStatements();
    expect($months.get().months.map(({ month }) => month)).toEqual(['2026-11', '2026-10']);
    expect($statement.get()).toMatchObject({
      status: 'success',
      month: '2026-11',
      statement: { total: { tickets: 2 } },
    });
  });

  test('show the month that the address names, and Back returns to it', async () => {
    const { movieId } = await aSoldFilm(TWO_MONTHS);
    browser.open(`${href('producerStatements', { movie_id: movieId, channel_id: 1 })}?month=2026-10`);
    await openStatements();
    expect($statement.get()).toMatchObject({ month: '2026-10', statement: { total: { tickets: 1 } } });
    await chooseMonth('2026-11');
    expect($statement.get()).toMatchObject({ month: '2026-11', statement: { total: { tickets: 2 } } });
    await followAddress();
    expect($statement.get().month).toBe('2026-10');
  });

  test.each([
    ['2026-09', '2026-09', 'noData'],
    ['2026-13', '2026-11', 'success'],
    ['yesterday', '2026-11', 'success'],
  ])('at ?month=%s: %s, %s', async (asked, month, status) => {
    const { movieId } = await aSoldFilm(TWO_MONTHS);
    browser.open(`${href('producerStatements', { movie_id: movieId, channel_id: 1 })}?month=${asked}`);
    await openStatements();
    expect($statement.get()).toMatchObject({ month, status });
  });

  test('of two months chosen in haste, the last is shown', async () => {
    await aSoldFilm(TWO_MONTHS);
    await openStatements();
    const release = holdBack(house, '2026-10');
    const first = chooseMonth('2026-10');
    await chooseMonth('2026-11');
    release();
    await first;
    expect($statement.get()).toMatchObject({ status: 'success', statement: { month: '2026-11' } });
  });

  test('a film that sold nothing has none', async () => {
    await aSoldFilm([]);
    await openStatements();
    expect($months.get()).toEqual({ status: 'noData', months: [] });
  });

  test('are an error where nothing answers', async () => {
    await aSoldFilm(TWO_MONTHS);
    house.online.value = false;
    await openStatements();
    expect($months.get().status).toBe('error');
  });

  test.each([
    ['pdf', saveStatementPdf, '%PDF'],
    ['csv', saveStatementCsv, '\u{feff}'],
  ] as const)('are saved as %s under film and month', async (ending, task, begin) => {
    await aSoldFilm(TWO_MONTHS, { movieName: 'கடைசி மழை' });
    await openStatements();
    await task.run($statement.get().statement!);
    expect(saved.map(({ name }) => name)).toEqual([`கடைசி_மழை_statement_2026-11.${ending}`]);
    const bytes = Buffer.from(await saved[0]!.file.arrayBuffer());
    expect(bytes.toString().startsWith(begin)).toBe(true);
  });
});
