import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { producerMessages } from '#messages/producer.ts';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import type { Query } from '#server/db/database.ts';
import { orders } from '#server/db/schema/booking.ts';
import { signUserToken } from '#server/tokens.ts';
import { aChannel } from '../support/channels.ts';
import { aDatabase } from '../support/database.ts';
import { aClock, aServer, SECRETS, type TestServer } from '../support/test-server.ts';
import { PRODUCER } from '../support/access-fixture.ts';
import { aFreePort, aServerProcess, waitUntil } from '../support/server-process.ts';
import { testNow } from '../support/test-now.ts';

const COLUMNS = Object.values(producerMessages.columns);
const UNREACHABLE_ORIGIN = 'http://127.0.0.1:9';
const START = new Date('2026-11-21T06:30:00Z');
const clock = aClock(START);
let server: TestServer;
let producer: { userId: number; roles: string[] };

beforeAll(async () => {
  server = await aServer({ clock, settings: { PORT: String(await aFreePort()) } });
  producer = await server.aViewer({ roles: [PRODUCER] });
});
afterEach(() => vi.restoreAllMocks());

type OrderColumns = Partial<typeof orders.$inferInsert>;

async function aFilmWith(
  count: number,
  columnsOf: (index: number) => OrderColumns = () => ({}),
  movieName = 'Kadal',
) {
  const film = await server.aFilm({ movieName });
  await aChannel(server, { ownerId: producer.userId }, [film]);
  await addOrders(film.movieId, count, columnsOf);
  return film;
}

async function addOrders(
  movieId: number,
  count: number,
  columnsOf: (index: number) => OrderColumns = () => ({}),
) {
  const rows = Array.from({ length: count }, (_, index) => ({
    orderNo: `E${movieId}-${index}-${Math.random()}`,
    movieId,
    bookingStartTime: START,
    bookingEndTime: new Date(START.getTime() + DAY),
    timezone: 'Asia/Kolkata',
    unitPrice: 14_900,
    discountValue: 0,
    totalOrderValue: 14_900,
    taxPercentage: 18,
    totalTaxValue: 2682,
    totalRoundedValue: 17_600,
    currency: 'INR',
    orderDate: START,
    paymentStatus: 'PAID' as const,
    ...columnsOf(index),
  }));
  for (let from = 0; from < count; from += 1000)
    await server.database.db.insert(orders).values(rows.slice(from, from + 1000));
}

/** Orders of several statuses, prices and countries, without a buyer. None has expired: the server would cancel it. */
const seed = (query: Query, movieId: number, count: number) =>
  query(
    `insert into orders (order_no, movie_id, booking_start_time, booking_end_time, timezone, unit_price, discount_value,
       total_order_value, tax_percentage, total_tax_value, total_rounded_value, currency, order_date, payment_status, order_country)
     select 'L' || $1::int || '-' || n, $1, now(), now() + interval '1 day', 'Asia/Kolkata', 14900, n % 7000, 14900 - n % 7000, 18, 2682 - n % 1000, 17600 - n % 100, 'INR',
       now() - (n % 40000) * interval '37 seconds', (array['PAID', 'NEW', 'CANCELLED', 'REFUNDED'])[1 + n % 4],
       (array['India', 'Sri Lanka', null, 'Côte d''Ivoire, "the" coast', '=1+1'])[1 + n % 5]
     from generate_series(1, ${count}) n`,
    [movieId],
  );

async function aFilmOfMany(count: number) {
  const film = await aFilmWith(0);
  await seed(server.database.query, film.movieId, count);
  return film;
}

const requestExport = (movieId: number, query = '', accept = 'text/csv') =>
  server.get(`/api/ott/movieorders/${movieId}${query}`, { as: producer, headers: { accept } });
const read = (file: string): Record<string, string>[] =>
  parseAtOnce(file, { bom: true, columns: true, record_delimiter: '\r\n' });

/** Requests the export; the caller reads it chunk by chunk. */
async function open(movieId: number) {
  const token = signUserToken(server.config.secrets.tokenSecret, producer, clock.now());
  const headers = { authorization: `Bearer ${token}`, accept: 'text/csv' };
  const response = await server.app.request(`/api/ott/movieorders/${movieId}`, { headers });
  return { response, reader: response.body!.getReader() };
}
type Reader = Awaited<ReturnType<typeof open>>['reader'];

async function readToEnd(reader: Reader): Promise<string> {
  const decoder = new TextDecoder();
  let file = '';
  for (let part = await reader.read(); !part.done; part = await reader.read())
    file += decoder.decode(part.value, { stream: true });
  return file;
}

describe('the file', () => {
  test('has nine columns, a row for each order, and the right headers', async () => {
    const { movieId } = await aFilmWith(3, (index) => ({
      // In India the third order is a day later than in London.
      orderDate: new Date(START.getTime() - [0, 1, 0.5][index]! * DAY),
      orderCountry: ['India', null, 'Germany'][index] ?? null,
      discountValue: [0, 1000, 14_900][index]!,
      paymentStatus: (['NEW', 'PAID', 'REFUNDED'] as const)[index]!,
    }));
    const { status, headers, text } = await requestExport(movieId);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=UTF-8; header=present');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="kadal_orders.csv"; filename*=UTF-8''kadal_orders.csv`,
    );
    expect(headers.get('x-total-rows')).toBe('3');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toContain('Accept');
    expect(text).toBe(
      [
        `"${COLUMNS.join('","')}"`,
        '"21-11-2026","WEB","India","INR",149,26.82,0,176,"NEW"',
        '"21-11-2026","WEB","Germany","INR",149,26.82,149,176,"REFUNDED"',
        '"20-11-2026","WEB",,"INR",149,26.82,10,176,"PAID"',
        '',
      ].join('\r\n'),
    );
  });

  test('starts with a UTF-8 byte order mark for spreadsheets', async () => {
    const { movieId } = await aFilmWith(0);
    const { reader } = await open(movieId);
    const { value } = await reader.read();
    expect([...value!.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect((await reader.read()).done).toBe(true);
  });

  test('is safely named after the film in any script', async () => {
    const { movieId } = await aFilmWith(0, () => ({}), 'கடைசி மழை');
    expect((await requestExport(movieId)).headers.get('content-disposition')).toBe(
      `attachment; filename="orders.csv"; filename*=UTF-8''${encodeURIComponent('கடைசி_மழை_orders.csv')}`,
    );
    const malicious = await aFilmWith(
      0,
      () => ({}),
      '=HYPERLINK("https://evil.example")\r\nX-Evil: 1',
    );
    expect((await requestExport(malicious.movieId)).headers.get('content-disposition')).toContain(
      'filename="hyperlink_https_evil_example_x_evil_1_orders.csv"',
    );
  });

  test('contains nothing that a spreadsheet would execute', async () => {
    const { movieId } = await aFilmWith(1, () => ({
      orderCountry: '=HYPERLINK("https://evil.example","x")',
      orderSource: ' @SUM(A1)',
    }));
    const [row] = read((await requestExport(movieId)).text);
    expect(row).toMatchObject({
      Country: `'=HYPERLINK("https://evil.example","x")`,
      Source: `' @SUM(A1)`,
    });
  });

  test('is complete in both sort directions, even if many orders have the same time', async () => {
    const { movieId } = await aFilmWith(3210, (index) => ({
      orderDate: new Date(START.getTime() - Math.floor(index / 900) * DAY),
      unitPrice: index,
    }));
    const prices = (text: string) => read(text).map(({ Price }) => Math.round(Number(Price) * 100));
    const descending = prices(
      (await requestExport(movieId, '?page=0&size=30&sort=orderDate,desc')).text,
    );
    expect(descending.toSorted((one, two) => one - two)).toEqual(
      Array.from({ length: 3210 }, (_, index) => index),
    );
    expect(prices((await requestExport(movieId, '?sort=orderDate,asc')).text)).toEqual(
      descending.toReversed(),
    );
    // The rows are sorted as on the screen.
    const { json } = await requestExport(movieId, '?size=100', 'application/json');
    expect(json.content.map((each: any) => Math.round(each.orderMovie.ticketRate * 100))).toEqual(
      descending.slice(0, 100),
    );
  });

  test('is JSON if the client does not request a file', async () => {
    const { movieId } = await aFilmWith(1);
    for (const accept of ['*/*', 'application/json', 'text/html'])
      expect((await requestExport(movieId, '', accept)).json.totalElements).toBe(1);
  });
});

describe('during the download', () => {
  const manyOrders = 5500;
  const ordersPerPart = 1000;

  test('later orders are excluded, even with an older date', async () => {
    const { movieId } = await aFilmWith(manyOrders, (index) => ({
      orderDate: new Date(START.getTime() - index * MINUTE),
    }));
    const { response, reader } = await open(movieId);
    await reader.read();
    await reader.read();
    await addOrders(movieId, 50, (index) => ({
      orderDate: new Date(START.getTime() + (index - 25) * DAY),
      orderSource: 'LATE',
    }));
    const file = await readToEnd(reader);
    expect(file).not.toContain('LATE');
    expect(file.match(/\r\n/g)).toHaveLength(manyOrders - ordersPerPart);
    expect(response.headers.get('x-total-rows')).toBe(String(manyOrders));
  });

  test('the database is read only as fast as the reader', async () => {
    const { movieId } = await aFilmOfMany(manyOrders);
    const execute = vi.spyOn(server.deps.db, 'execute');
    const { reader } = await open(movieId);
    expect(execute).toHaveBeenCalledTimes(0);
    await reader.read(); // the columns
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(execute).toHaveBeenCalledTimes(1);
    await readToEnd(reader);
    expect(execute).toHaveBeenCalledTimes(Math.ceil(manyOrders / ordersPerPart));
  });

  test('reading stops when the reader cancels', async () => {
    const { movieId } = await aFilmOfMany(manyOrders);
    const execute = vi.spyOn(server.deps.db, 'execute');
    const { reader } = await open(movieId);
    await reader.read();
    await reader.read();
    await reader.cancel();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(execute).toHaveBeenCalledTimes(1);
  });

  test('reading stops when the connection closes', async () => {
    const { movieId } = await aFilmOfMany(50 * ordersPerPart);
    const execute = vi.spyOn(server.deps.db, 'execute');
    const port = await server.listen();
    const token = signUserToken(server.config.secrets.tokenSecret, producer, clock.now());
    const abort = new AbortController();
    const { body } = await fetch(`http://127.0.0.1:${port}/api/ott/movieorders/${movieId}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
      signal: abort.signal,
    });
    await body!.getReader().read();
    abort.abort();
    let queryCount = -1;
    await waitUntil('no further queries', async () => {
      const before = queryCount;
      queryCount = execute.mock.calls.length;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return before === execute.mock.calls.length;
    });
    expect(queryCount).toBeLessThan(45);
  });

  test('a database failure aborts the stream, so that a partial file never looks complete', async () => {
    const { movieId } = await aFilmOfMany(manyOrders);
    const error = vi.spyOn(server.deps.log, 'error');
    const { reader } = await open(movieId);
    await reader.read();
    await reader.read();
    vi.spyOn(server.deps.db, 'execute').mockRejectedValueOnce(new Error('the database went away'));
    await expect(readToEnd(reader)).rejects.toThrow('the database went away');
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ movieId }), expect.any(String));
  });
});

// ---------- a hundred thousand orders from a separate server ----------

const MANY = 100_000;
const MAX_GROWTH_MB = 50;
const FIRST_BYTE_MS = 1000;

const SUMS = `
  select count(*)::int as rows, sum(unit_price)::bigint::text as price, sum(total_tax_value)::bigint::text as tax,
    sum(discount_value)::bigint::text as discount, sum(total_rounded_value)::bigint::text as total,
    count(*) filter (where payment_status = 'PAID')::int as paid, count(order_country)::int as "withCountry"
  from orders where movie_id = $1`;

async function sumsOf(body: ReadableStream<Uint8Array>) {
  const sums = { rows: 0, price: 0, tax: 0, discount: 0, total: 0, paid: 0, withCountry: 0 };
  const paise = (cell: string | undefined) => Math.round(Number(cell) * 100);
  const parser = Readable.fromWeb(body as NodeStream).pipe(
    parse({ bom: true, columns: true, record_delimiter: '\r\n' }),
  );
  for await (const row of parser as AsyncIterable<Record<string, string>>) {
    sums.rows += 1;
    sums.price += paise(row['Price']);
    sums.tax += paise(row['Tax']);
    sums.discount += paise(row['Discount']);
    sums.total += paise(row['Total']);
    sums.paid += row['Status'] === 'PAID' ? 1 : 0;
    sums.withCountry += row['Country'] ? 1 : 0;
  }
  const { price, tax, discount, total } = sums;
  return { ...sums, price: `${price}`, tax: `${tax}`, discount: `${discount}`, total: `${total}` };
}

/** Resident memory in MB and its peak since `resetPeak`; both from Linux. */
const memoryOf = (pid: number) => {
  const read = (name: string) =>
    Number(
      new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(
        readFileSync(`/proc/${pid}/status`, 'utf8'),
      )![1],
    ) / 1024;
  return {
    now: () => read('VmRSS'),
    peak: () => read('VmHWM'),
    resetPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
  };
};

/** Waits until memory is stable for two seconds: after its first work the process still compiles the embedded database. */
async function waitUntilIdle({ now }: ReturnType<typeof memoryOf>) {
  let last = now();
  let since = performance.now();
  await waitUntil(
    'the process is idle',
    async () => {
      const current = now();
      if (Math.abs(current - last) > 1) [last, since] = [current, performance.now()];
      return performance.now() - since > 2000;
    },
    60_000,
  );
}

test.skipIf(process.platform !== 'linux')(
  'a hundred thousand orders are exported completely with constant memory',
  { tags: ['deep'], timeout: 240_000 },
  async () => {
    const database = await aDatabase();
    const { owner, movieId, expected } = await database.withConnection(
      async ({ db, query, ...make }) => {
        const owner = await make.aViewer({ roles: [PRODUCER] });
        const film = await make.aFilm();
        await aChannel({ database: { db } }, { ownerId: owner.userId }, [film]);
        await seed(query, film.movieId, MANY);
        // The state after the nightly cleanup.
        await query('vacuum analyze');
        const [sums] = (await query(SUMS, [film.movieId])).rows;
        return { owner, movieId: film.movieId, expected: sums };
      },
    );
    const server = await aServerProcess({
      port: await aFreePort(),
      databaseUrl: database.url,
      dataDir: database.dataDir,
      sandboxOrigin: UNREACHABLE_ORIGIN,
      settings: { LOG_LEVEL: 'error', RECONCILE_SECONDS: '600' },
    });
    try {
      const token = signUserToken(SECRETS.tokenSecret, { ...owner, roles: [PRODUCER] }, testNow());
      const request = (accept: string) =>
        fetch(`${server.origin}/api/ott/movieorders/${movieId}`, {
          headers: { accept, authorization: `Bearer ${token}` },
        });
      // Idle after some everyday work.
      for (let each = 0; each < 40; each += 1)
        await (await request('application/json')).arrayBuffer();
      const memory = memoryOf(server.pid);
      await waitUntilIdle(memory);
      const idle = memory.now();
      memory.resetPeak();

      const startedAt = performance.now();
      const response = await request('text/csv');
      const [first, all] = response.body!.tee();
      const firstByte = first
        .getReader()
        .read()
        .then(() => performance.now() - startedAt);
      expect(await sumsOf(all)).toEqual(expected);
      const ms = performance.now() - startedAt;
      const growth = memory.peak() - idle;
      process.stdout.write(
        `${MANY} orders in ${(ms / 1000).toFixed(1)} s, first byte after ${Math.round(await firstByte)} ms, memory ${Math.round(idle)} MB + ${Math.round(growth)} MB at most\n`,
      );
      expect(response.headers.get('x-total-rows')).toBe(String(MANY));
      expect(await firstByte).toBeLessThan(FIRST_BYTE_MS);
      expect(growth).toBeLessThan(MAX_GROWTH_MB);
    } finally {
      await server.stop();
      await database.drop();
    }
  },
);
