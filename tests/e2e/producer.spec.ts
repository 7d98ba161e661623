import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { commonMessages } from '#messages/common.ts';
import { layoutMessages } from '#messages/layout.ts';
import { producerMessages as text, statementMessages } from '#messages/producer.ts';
import { PRODUCER } from '#domain/roles.ts';
import { href } from '#routes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, failedLoadError, tabTo, test } from '../support/browser.ts';
import { signInViewer, withInProcessServer } from '../support/in-process-server.ts';
import type { TestServer } from '../support/test-server.ts';
import { aChannelOf, signInProducer, aSoldFilm } from '../support/producer-fixture.ts';
import { waitUntilSettled } from '../support/screens.ts';

// The first test of a worker opens the in-process server.
test.beforeEach(() => test.slow());

const HOUR = 3_600_000;

const cards = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link');
const rows = (page: Page) =>
  page.getByRole('table', { name: text.ordersTable }).locator('tbody').getByRole('row');
const loadMore = (page: Page) => page.getByRole('button', { name: commonMessages.loadMore });
const goBack = (page: Page) => page.getByRole('link', { name: commonMessages.goBack });
const exportButton = (page: Page) =>
  page.getByRole('button', { name: /^(Export CSV|Exporting\.\.\.)$/ });

async function expectAccessibleScreen(page: Page) {
  await waitUntilSettled(page);
  await expectAccessible(page);
}

test.describe('My Channels', () => {
  test('without a channel shows the empty state', { tag: '@deep' }, async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      await signInProducer(server, page);
      await page.goto(href('producerChannels'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Channels');
      await expect(page.getByText(text.noChannels)).toBeVisible();
      await expect(cards(page)).toHaveCount(0);
      await expectAccessibleScreen(page);
    });
  });

  test(
    'one channel leads to its films, a film to its orders, and Go Back returns',
    { tag: '@phone' },
    async ({ page, context }) => {
      await withInProcessServer(context, async (server) => {
        const producer = await signInProducer(server, page);
        const { moviesAddress, ordersAddress } = await aSoldFilm(server, producer, 1);
        await page.goto(href('home'));
        await page.getByRole('link', { name: layoutMessages.dashboard }).click();
        await cards(page).click();
        await expect(page).toHaveURL(moviesAddress);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Movies');
        await expectAccessibleScreen(page);
        await cards(page).click();
        await expect(page).toHaveURL(ordersAddress);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('கடைசி மழை - Orders');
        await expect(page).toHaveTitle('கடைசி மழை - Orders · Matinee');
        await goBack(page).click();
        await expect(page).toHaveURL(moviesAddress);
        await goBack(page).click();
        await expect(page).toHaveURL(href('producerChannels'));
      });
    },
  );

  test(
    'sixty-five channels load by thirty, newest first; Load More focuses the first new one',
    { tag: '@deep' },
    async ({ page, context }) => {
      await withInProcessServer(context, async (server) => {
        const producer = await signInProducer(server, page);
        for (let each = 1; each <= 65; each += 1)
          await aChannelOf(server, producer, [], {
            channelName: `Channel ${each}`,
            createdOn: new Date(each * HOUR),
          });
        await page.goto(href('producerChannels'));
        await expect(cards(page)).toHaveCount(30);
        await expect(cards(page).first()).toHaveText('Channel 65');
        await expect(page.getByText('30 of 65')).toBeVisible();
        await loadMore(page).click();
        await expect(cards(page)).toHaveCount(60);
        await expect(cards(page).nth(30)).toBeFocused();
        await loadMore(page).click();
        await expect(cards(page)).toHaveCount(65);
        await expect(cards(page).last()).toHaveText('Channel 1');
        await expect(loadMore(page)).toHaveCount(0);
      });
    },
  );

  test(
    'a failed list shows an error, and loads after a retry',
    { tag: '@deep' },
    async ({ page, context, allowConsoleErrors }) => {
      allowConsoleErrors(failedLoadError(500));
      await withInProcessServer(context, async (server) => {
        await aChannelOf(server, await signInProducer(server, page));
        await page.route(/mychannels/, (route) => route.fulfill({ status: 500, json: {} }));
        await page.goto(href('producerChannels'));
        await expect(page.getByRole('main').getByRole('alert')).toContainText(text.listFailed);
        await page.unroute(/mychannels/);
        await page.getByRole('button', { name: commonMessages.retry }).click();
        await expect(cards(page)).toHaveCount(1);
      });
    },
  );
});

test.describe('a viewer without the role', () => {
  const pages = [
    href('producerChannels'),
    href('producerMovies', { channel_id: 1 }),
    href('producerOrders', { movie_id: 1, channel_id: 1 }),
    href('producerStatements', { movie_id: 1, channel_id: 1 }),
  ];

  for (const path of pages)
    test(
      `is sent home from ${path}`,
      { tag: path === href('producerChannels') ? [] : ['@deep'] },
      async ({ page, context }) => {
        await withInProcessServer(context, async (server) => {
          await signInViewer(server, page, await server.aViewer());
          await page.goto(path);
          await expect(page).toHaveURL(href('home'));
          await expect(page.getByRole('link', { name: layoutMessages.dashboard })).toBeHidden();
        });
      },
    );

  test(
    'whose role was removed is sent home after the server’s response',
    { tag: '@deep' },
    async ({ page, context, allowConsoleErrors }) => {
      allowConsoleErrors(failedLoadError(403));
      await withInProcessServer(context, async (server) => {
        await signInProducer(server, page);
        const forbidden = {
          status: 403,
          json: { status: 403, code: 'role_required', message: 'No' },
        };
        await page.route(/mychannels/, (route) => route.fulfill(forbidden));
        await page.goto(href('producerChannels'));
        await expect(page).toHaveURL(href('home'));
      });
    },
  );
});

test(
  'another producer’s channel and film are not found',
  { tag: '@deep' },
  async ({ page, context, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(404));
    await withInProcessServer(context, async (server) => {
      const otherFilm = await aSoldFilm(server, await server.aViewer({ roles: [PRODUCER] }), 1);
      const { moviesAddress, ordersAddress, statementsAddress } = otherFilm;
      await signInProducer(server, page);
      await page.goto(moviesAddress);
      await expect(page.getByText(text.channelMissing)).toBeVisible();
      await page.goto(ordersAddress);
      await expect(page.getByText(text.movieMissing)).toBeVisible();
      await expect(exportButton(page)).toHaveCount(0);
      await page.goto(statementsAddress);
      await expect(page.getByText(text.movieMissing)).toBeVisible();
      await expectAccessibleScreen(page);
    });
  },
);

test.describe('Orders', () => {
  test(
    'has nine columns, each status in its colour; Refresh loads new orders',
    { tag: '@phone' },
    async ({ page, context }) => {
      await withInProcessServer(context, async (server) => {
        const { film, buyer, ordersAddress } = await aSoldFilm(
          server,
          await signInProducer(server, page),
          1,
        );
        const later = {
          orderDate: new Date(server.clock.now().getTime() + HOUR),
          orderCountry: 'SG',
          currency: 'USD',
        };
        await server.anOrder(buyer, film, { ...later, paymentStatus: 'CANCELLED' });
        await page.goto(ordersAddress);
        const heads = page.getByRole('columnheader');
        await expect(heads).toHaveText(Object.values(text.columns));
        await expect(rows(page)).toHaveCount(2);
        const cells = rows(page).first().getByRole('cell');
        const local = later.orderDate
          .toLocaleDateString('en-GB', { timeZone: 'Asia/Kolkata' })
          .replaceAll('/', '-');
        await expect(cells).toHaveText(
          [local, 'WEB', 'Singapore', 'USD', '149.00', '26.82', '0.00', '176.00', 'CANCELLED'].map(
            (shown) => new RegExp(`${shown}$`),
          ),
        );

        await server.anOrder(buyer, film, {
          orderDate: new Date(server.clock.now().getTime() + 2 * HOUR),
          paymentStatus: 'NEW',
        });
        await page.getByRole('button', { name: 'Refresh' }).click();
        await expect(rows(page)).toHaveCount(3);
        const chips = page.locator('.order-status');
        await expect(chips).toHaveText(['NEW', 'CANCELLED', 'PAID']);
        const colours = await chips.evaluateAll((all) =>
          all.map((chip) => getComputedStyle(chip).backgroundColor),
        );
        expect(colours).toEqual(['rgb(244, 211, 94)', 'rgb(168, 29, 23)', 'rgb(27, 101, 64)']);
        await expectAccessibleScreen(page);
      });
    },
  );

  test(
    'sixty-five orders load by thirty; figures and bars show their totals',
    { tag: '@deep' },
    async ({ page, context }) => {
      await withInProcessServer(context, async (server) => {
        const { ordersAddress } = await aSoldFilm(server, await signInProducer(server, page), 65);
        await page.goto(ordersAddress);
        await expect(rows(page)).toHaveCount(30);
        await loadMore(page).click();
        await expect(rows(page)).toHaveCount(60);
        await expect(rows(page).nth(30)).toBeFocused();
        await loadMore(page).click();
        await expect(rows(page)).toHaveCount(65);
        const figures = page.locator('.sales-figures');
        await expect(figures.getByRole('definition')).toHaveText(['65', '₹9,685', '1']);
        await expect(figures.getByRole('img')).toHaveAccessibleName(
          /^Paid orders per day, .+ Most: \d+ on \d+ \w{3}$/,
        );
      });
    },
  );

  test('without orders shows the empty state', { tag: '@deep' }, async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      const { ordersAddress } = await aSoldFilm(server, await signInProducer(server, page), 0);
      await page.goto(ordersAddress);
      await expect(page.getByText(text.noOrders)).toBeVisible();
      await expectAccessibleScreen(page);
    });
  });
});

test.describe('Export CSV', () => {
  test('saves every order in a file that another CSV reader parses', async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      const producer = await signInProducer(server, page);
      const { ordersAddress } = await aSoldFilm(server, producer, 40, {
        movieName: '=HYPERLINK("x","The  Last") Rain',
      });
      await page.goto(ordersAddress);
      await expect(rows(page)).toHaveCount(30);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        exportButton(page).click(),
      ]);
      expect(download.suggestedFilename()).toBe('hyperlink_x_the_last_rain_orders.csv');
      await expect(
        page.getByText(text.exported('hyperlink_x_the_last_rain_orders.csv')),
      ).toBeVisible();
      const records: string[][] = parse(await readFile(await download.path()), { bom: true });
      expect(records[0]).toEqual(Object.values(text.columns));
      expect(records).toHaveLength(41);
      const sum = (column: number) =>
        records.slice(1).reduce((all, record) => all + Number(record[column]), 0);
      expect(sum(records[0]!.indexOf('Total'))).toBe(40 * 176);
      await expect(exportButton(page)).toHaveText('Export CSV');
    });
  });

  /** Delays the export until `release` is called. */
  async function delayExport(page: Page) {
    const delayed = { release: () => {}, requestCount: 0 };
    const released = new Promise<void>((resolve) => (delayed.release = resolve));
    await page.route(
      (url) => url.pathname.includes('/movieorders/') && url.searchParams.get('size') === '100000',
      async (route) => {
        delayed.requestCount += 1;
        await released;
        await route.fallback();
      },
    );
    return delayed;
  }

  test(
    'shows Exporting... and ignores a second click while it runs',
    { tag: '@deep' },
    async ({ page, context }) => {
      await withInProcessServer(context, async (server) => {
        const { ordersAddress } = await aSoldFilm(server, await signInProducer(server, page), 3);
        const delayed = await delayExport(page);
        await page.goto(ordersAddress);
        await expect(rows(page)).toHaveCount(3);
        await exportButton(page).click();
        await expect(exportButton(page)).toHaveText('Exporting...');
        await expect(exportButton(page)).toBeDisabled();
        await exportButton(page).click({ force: true });
        await expect(page.getByRole('progressbar', { name: text.exportProgress })).toBeVisible();
        await expectAccessible(page);
        await Promise.all([page.waitForEvent('download'), delayed.release()]);
        await expect(exportButton(page)).toHaveText('Export CSV');
        await expect(exportButton(page)).toBeEnabled();
        expect(delayed.requestCount).toBe(1);
      });
    },
  );

  test(
    'is cancelled with the keyboard: no file is saved, and the button has the focus',
    { tag: '@deep' },
    async ({ page, context }) => {
      await withInProcessServer(context, async (server) => {
        const { ordersAddress } = await aSoldFilm(server, await signInProducer(server, page), 3);
        await delayExport(page);
        await page.goto(ordersAddress);
        await expect(rows(page)).toHaveCount(3);
        const saved: string[] = [];
        page.on('download', (download) => saved.push(download.suggestedFilename()));
        await tabTo(page, exportButton(page));
        await page.keyboard.press('Enter');
        await tabTo(page, page.getByRole('button', { name: text.cancel }));
        await page.keyboard.press('Enter');
        await expect(page.getByText(text.exportCancelled)).toBeVisible();
        await expect(exportButton(page)).toHaveText('Export CSV');
        await expect(exportButton(page)).toBeFocused();
        expect(saved).toEqual([]);
      });
    },
  );
});

test.describe('Statements', () => {
  const month = (page: Page) => page.getByLabel(statementMessages.month);
  const monthOf = (date: Date) =>
    date.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'Asia/Kolkata' });

  async function openStatements(page: Page, server: TestServer) {
    const { film, buyer, ordersAddress } = await aSoldFilm(
      server,
      await signInProducer(server, page),
      2,
    );
    const earlierAt = new Date(server.clock.now().getTime() - 45 * 24 * HOUR);
    await server.anOrder(buyer, film, { orderDate: earlierAt, paidAt: earlierAt });
    await page.goto(ordersAddress);
    await page.getByRole('link', { name: text.statements }).click();
    return { earlierAt };
  }

  test('show the steps from the price to the producer’s share for the chosen month; Back returns', async ({
    page,
    context,
  }) => {
    await withInProcessServer(context, async (server) => {
      const { earlierAt } = await openStatements(page, server);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('கடைசி மழை - Statements');
      const table = page.getByRole('table', { name: /^Statement for / });
      const share = table.getByRole('row', {
        name: new RegExp(`^${statementMessages.lines.producerShare}`),
      });
      await expect(table.getByRole('row', { name: /^Price/ })).toContainText('298.00');
      const shareOfTwo = await share.getByRole('cell').last().textContent();
      await month(page).selectOption({ label: monthOf(earlierAt) });
      await expect(table).toHaveAccessibleName(statementMessages.tableOf(monthOf(earlierAt)));
      await expect(table.getByRole('row', { name: /^Price/ })).toContainText('149.00');
      const shareOfOne = await share.getByRole('cell').last().textContent();
      // tests/unit/domain/statement.test.ts covers the arithmetic.
      expect(Number(shareOfTwo)).toBeCloseTo(2 * Number(shareOfOne), 1);
      // Within one document page.goBack() would wait for a load that never comes.
      await page.evaluate(() => history.back());
      await expect(table.getByRole('row', { name: /^Price/ })).toContainText('298.00');
      await expectAccessibleScreen(page);
    });
  });

  test('are saved as PDF and as CSV', async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      await openStatements(page, server);
      for (const [name, ending, begin] of [
        [statementMessages.downloadPdf, 'pdf', '%PDF-'],
        [statementMessages.downloadCsv, 'csv', '\u{feff}'],
      ] as const) {
        const button = page.getByRole('button', { name });
        const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
        expect(download.suggestedFilename()).toMatch(
          new RegExp(`^கடைசி_மழை_statement_\\d{4}-\\d\\d\\.${ending}$`),
        );
        expect((await readFile(await download.path(), 'utf8')).startsWith(begin)).toBe(true);
      }
    });
  });

  test(
    'show sales and viewing over time as a chart with a sentence, and as a table',
    { tag: '@phone' },
    async ({ page, context }) => {
      await withInProcessServer(context, async (server) => {
        await openStatements(page, server);
        const chart = page.getByRole('img', {
          name: /^Sales before GST by day, .+: ₹298 in total/,
        });
        await expect(chart).toBeVisible();
        await expect.poll(() => chart.locator('canvas').evaluate(isDrawn)).toBe(true);
        await page.getByText(statementMessages.asTable).click();
        const table = page.getByRole('table', { name: statementMessages.overTime });
        await expect(table.locator('tbody').getByRole('row')).toHaveCount(28);
        await page.getByRole('button', { name: statementMessages.lastDays(91) }).click();
        await expect(
          page.getByRole('img', { name: /^Sales before GST by week, .+: ₹447 in total/ }),
        ).toBeVisible();
        await expect(table.locator('tbody').getByRole('row')).toHaveCount(13);
        await expectAccessibleScreen(page);
      });
    },
  );

  test('work with the keyboard alone', { tag: '@deep' }, async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      const { earlierAt } = await openStatements(page, server);
      await month(page).waitFor();
      await tabTo(page, month(page));
      await page.keyboard.press('ArrowDown');
      await expect(month(page).locator('option:checked')).toHaveText(monthOf(earlierAt));
      await tabTo(page, page.getByRole('button', { name: statementMessages.lastDays(364) }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('img', { name: /^Sales before GST by week/ })).toBeVisible();
      await tabTo(page, page.locator('summary', { hasText: statementMessages.asTable }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('table', { name: statementMessages.overTime })).toBeVisible();
    });
  });

  test(
    'of a film without sales show the empty state',
    { tag: '@deep' },
    async ({ page, context }) => {
      await withInProcessServer(context, async (server) => {
        const { statementsAddress } = await aSoldFilm(
          server,
          await signInProducer(server, page),
          0,
        );
        await page.goto(statementsAddress);
        await expect(page.getByText(statementMessages.none, { exact: true })).toBeVisible();
        await expect(page.getByText(statementMessages.noneInSpan)).toHaveCount(2);
        await expectAccessibleScreen(page);
      });
    },
  );
});

const isDrawn = (canvas: HTMLElement | SVGElement) => {
  const { width, height } = canvas as HTMLCanvasElement;
  if (width === 0) return false;
  const pixels = (canvas as HTMLCanvasElement)
    .getContext('2d')!
    .getImageData(0, 0, width, height).data;
  return pixels.some((value) => value > 0);
};
