import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from '../support/fake-browser.ts';
import { aServerForStores } from '../support/stores.ts';
import { aChannel } from '../support/channels.ts';
import { delayResponses } from '../support/delayed-responses.ts';
import { setFetch } from '#api/http.ts';
import { PRODUCER } from '#domain/roles.ts';
import { producerMessages as text } from '#messages/producer.ts';
import { href } from '#routes.ts';
import { takeNotices } from '#stores/notices/notices.ts';
import { $exportProgress, cancelExport, exportOrders } from '#stores/producer/export.ts';
import {
  $months,
  $statement,
  chooseMonth,
  openMonthInUrl,
  openStatements,
  saveStatementCsv,
  saveStatementPdf,
} from '#stores/producer/statements.ts';
import { waitFor } from '../support/wait-for.ts';

const server = await aServerForStores();
let mobile = 9_200_000_000;
const saved: { name: string; file: Blob }[] = [];
const takeShownNotices = () => takeNotices().map(({ kind, text: message }) => [kind, message]);

beforeEach(() => {
  server.connection.isUp = true;
  server.routeFetch();
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

/** Signs in a producer whose film has tickets paid on these days of 2026. */
async function aSoldFilm(days: string[], values: Parameters<typeof server.aFilm>[0] = {}) {
  const producer = await server.aViewer({ mobile: String(++mobile), roles: [PRODUCER] });
  await server.signIn(String(mobile));
  const film = await server.aFilm(values);
  await aChannel(server, { ownerId: producer.userId }, [film]);
  for (const day of days) {
    const orderDate = new Date(`2026-${day}T12:00:00Z`);
    await server.anOrder(await server.aViewer(), film, { orderDate, paidAt: orderDate });
  }
  browser.open(href('producerStatements', { movie_id: film.movieId, channel_id: 1 }));
  return film;
}

describe('Export CSV (spec §2, §9)', () => {
  test('saves all orders under the film’s name and shows the progress', async () => {
    const film = await aSoldFilm(['11-01', '11-02', '11-03'], { movieName: 'Kadaisi Mazhai!' });
    const statuses: string[] = [];
    const stop = exportOrders.$state.subscribe(({ status }) => statuses.push(status));
    await exportOrders.run(film.movieId, film.movieName);
    stop();
    expect(statuses).toEqual(['idle', 'process', 'success']);
    expect(saved.map(({ name }) => name)).toEqual(['kadaisi_mazhai_orders.csv']);
    const bytes = Buffer.from(await saved[0]!.file.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(4);
    expect($exportProgress.get()).toEqual({ rows: 3, total: 3, bytes: bytes.length });
    expect(takeShownNotices()).toEqual([['success', text.exported('kadaisi_mazhai_orders.csv')]]);
  });

  test('sends one request after two clicks', async () => {
    const film = await aSoldFilm(['11-01']);
    server.calls.length = 0;
    await Promise.all([exportOrders.run(film.movieId, 'A'), exportOrders.run(film.movieId, 'A')]);
    expect(server.calls).toHaveLength(1);
    expect(saved).toHaveLength(1);
  });

  /** Sends the header and two of five orders, then waits for `end`. */
  function slowServer() {
    const slow = { end: (_: 'close' | 'break') => {}, isAborted: false };
    setFetch(async (input, init) => {
      const { signal } = new Request(input, init);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('Order Date\r\n1\r\n2\r\n'));
          slow.end = (how) =>
            how === 'close' ? controller.close() : controller.error(new TypeError('broken'));
          signal.addEventListener('abort', () => {
            slow.isAborted = true;
            controller.error(signal.reason);
          });
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/csv', 'X-Total-Rows': '5' } });
    });
    return slow;
  }

  test('shows the number of received orders while the download continues', async () => {
    const film = await aSoldFilm([]);
    const slow = slowServer();
    const running = exportOrders.run(film.movieId, 'A');
    await waitFor(() => expect($exportProgress.get()).toEqual({ rows: 2, total: 5, bytes: 18 }));
    expect(exportOrders.$state.get().status).toBe('process');
    slow.end('close');
    await running;
    expect(saved).toHaveLength(1);
  });

  test('saves nothing if cancelled and ends the request; the next export starts again', async () => {
    const film = await aSoldFilm(['11-01']);
    const slow = slowServer();
    const running = exportOrders.run(film.movieId, 'A');
    await waitFor(() => expect($exportProgress.get().rows).toBe(2));
    cancelExport();
    await running;
    expect(slow.isAborted).toBe(true);
    expect(saved).toEqual([]);
    expect(takeShownNotices()).toEqual([['info', text.exportCancelled]]);
    server.routeFetch();
    await exportOrders.run(film.movieId, 'A');
    expect($exportProgress.get()).toMatchObject({ rows: 1, total: 1 });
    expect(saved).toHaveLength(1);
  });

  test('saves nothing if the download breaks, and shows an error', async () => {
    const film = await aSoldFilm([]);
    const slow = slowServer();
    const running = exportOrders.run(film.movieId, 'A');
    await waitFor(() => expect($exportProgress.get().rows).toBe(2));
    slow.end('break');
    await running;
    expect(saved).toEqual([]);
    expect(takeShownNotices()).toEqual([['error', expect.any(String)]]);
    expect(exportOrders.$state.get().status).toBe('error');
  });

  test('renews an expired token', async () => {
    const film = await aSoldFilm(['11-01']);
    await server.expireToken(1);
    await exportOrders.run(film.movieId, 'A');
    expect(saved).toHaveLength(1);
  });
});

describe('statements', () => {
  const TWO_MONTHS = ['10-10', '11-02', '11-03'];

  test('open with the newest month', async () => {
    await aSoldFilm(TWO_MONTHS);
    await openStatements();
    expect($months.get().months.map(({ month }) => month)).toEqual(['2026-11', '2026-10']);
    expect($statement.get()).toMatchObject({
      status: 'success',
      month: '2026-11',
      statement: { total: { tickets: 2 } },
    });
  });

  test('show the month in the URL, and Back returns to it', async () => {
    const { movieId } = await aSoldFilm(TWO_MONTHS);
    browser.open(
      `${href('producerStatements', { movie_id: movieId, channel_id: 1 })}?month=2026-10`,
    );
    await openStatements();
    expect($statement.get()).toMatchObject({
      month: '2026-10',
      statement: { total: { tickets: 1 } },
    });
    await chooseMonth('2026-11');
    expect($statement.get()).toMatchObject({
      month: '2026-11',
      statement: { total: { tickets: 2 } },
    });
    await openMonthInUrl();
    expect($statement.get().month).toBe('2026-10');
  });

  test.each([
    ['2026-09', '2026-09', 'noData'],
    ['2026-13', '2026-11', 'success'],
    ['yesterday', '2026-11', 'success'],
  ])('at ?month=%s: %s, %s', async (monthInUrl, month, status) => {
    const { movieId } = await aSoldFilm(TWO_MONTHS);
    browser.open(
      `${href('producerStatements', { movie_id: movieId, channel_id: 1 })}?month=${monthInUrl}`,
    );
    await openStatements();
    expect($statement.get()).toMatchObject({ month, status });
  });

  test('show the last of two quickly chosen months', async () => {
    await aSoldFilm(TWO_MONTHS);
    await openStatements();
    const release = delayResponses(server, '2026-10');
    const first = chooseMonth('2026-10');
    await chooseMonth('2026-11');
    release();
    await first;
    expect($statement.get()).toMatchObject({ status: 'success', statement: { month: '2026-11' } });
  });

  test('do not exist for a film without sales', async () => {
    await aSoldFilm([]);
    await openStatements();
    expect($months.get()).toEqual({ status: 'noData', months: [] });
  });

  test('show an error without a response', async () => {
    await aSoldFilm(TWO_MONTHS);
    server.connection.isUp = false;
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
