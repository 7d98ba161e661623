import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { commonMessages } from '#messages/common.ts';
import { layoutMessages } from '#messages/layout.ts';
import { producerMessages as text, statementMessages } from '#messages/producer.ts';
import { PRODUCER } from '#domain/roles.ts';
import { href } from '#routes.ts';
import { expectNoBarriers } from '../support/barriers.ts';
import { expect, refused, tabTo, test } from '../support/browser.ts';
import { signInTo, withHouseBehind } from '../support/house-behind-page.ts';
import type { TestHouse } from '../support/house.ts';
import { aChannelOf, aProducerIn, aSoldFilm } from '../support/producer-scene.ts';
import { settled } from '../support/screens.ts';

// Each opens a house of its own.
test.beforeEach(() => test.slow());

const HOUR = 3_600_000;

const cards = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link');
const rows = (page: Page) => page.getByRole('table', { name: text.ordersTable }).locator('tbody').getByRole('row');
const loadMore = (page: Page) => page.getByRole('button', { name: commonMessages.loadMore });
const goBack = (page: Page) => page.getByRole('link', { name: commonMessages.goBack });
const exportButton = (page: Page) => page.getByRole('button', { name: /^(Export CSV|Exporting\.\.\.)$/ });

async function isAccessible(page: Page) {
  await settled(page);
  await expectNoBarriers(page);
}

test.describe('My Channels', () => {
  test('without a channel says so', { tag: '@deep' }, async ({ page, context }) => {
    await withHouseBehind(context, async (house) => {
      await aProducerIn(house, page);
      await page.goto(href('producerChannels'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Channels');
      await expect(page.getByText(text.noChannels)).toBeVisible();
      await expect(cards(page)).toHaveCount(0);
      await isAccessible(page);
    });
  });

  test(
    'one channel leads to its films, a film to its orders, and Go Back back again',
    { tag: '@phone' },
    async ({ page, context }) => {
      await withHouseBehind(context, async (house) => {
        const producer = await aProducerIn(house, page);
        const { moviesAddress, ordersAddress } = await aSoldFilm(house, producer, 1);
        await page.goto(href('home'));
        await page.getByRole('link', { name: layoutMessages.dashboard }).click();
        await cards(page).click();
        await expect(page).toHaveURL(moviesAddress);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Movies');
        await isAccessible(page);
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

  test('sixty-five: thirty, sixty, all, the newest first; the focus goes on where the new ones begin', async ({
    page,
    context,
  }) => {
    await withHouseBehind(context, async (house) => {
      const producer = await aProducerIn(house, page);
      for (let each = 1; each <= 65; each += 1)
        await aChannelOf(house, producer, [], { channelName: `Channel ${each}`, createdOn: new Date(each * HOUR) });
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
  });

  test('a list that does not come says so, and comes when asked again', async ({ page, context, allowComplaints }) => {
    allowComplaints(refused(500));
    await withHouseBehind(context, async (house) => {
      await aChannelOf(house, await aProducerIn(house, page));
      await page.route(/mychannels/, (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(href('producerChannels'));
      await expect(page.getByRole('main').getByRole('alert')).toContainText(text.listFailed);
      await page.unroute(/mychannels/);
      await page.getByRole('button', { name: text.tryOnceMore }).click();
      await expect(cards(page)).toHaveCount(1);
    });
  });
});

test.describe('who has not the role', () => {
  const pages = [
    href('producerChannels'),
    href('producerMovies', { channel_id: 1 }),
    href('producerOrders', { movie_id: 1, channel_id: 1 }),
    href('producerStatements', { movie_id: 1, channel_id: 1 }),
  ];

  for (const path of pages)
    test(
      `is led home from ${path}`,
      { tag: path === href('producerChannels') ? [] : ['@deep'] },
      async ({ page, context }) => {
        await withHouseBehind(context, async (house) => {
          await signInTo(house, page, await house.aViewer());
          await page.goto(path);
          await expect(page).toHaveURL(href('home'));
          await expect(page.getByRole('link', { name: layoutMessages.dashboard })).toBeHidden();
        });
      },
    );

  test('or has lost it since is led home by the server’s word', async ({ page, context, allowComplaints }) => {
    allowComplaints(refused(403));
    await withHouseBehind(context, async (house) => {
      await aProducerIn(house, page);
      const forbidden = { status: 403, json: { status: 403, code: 'role_required', message: 'No' } };
      await page.route(/mychannels/, (route) => route.fulfill(forbidden));
      await page.goto(href('producerChannels'));
      await expect(page).toHaveURL(href('home'));
    });
  });
});

test(
  'another producer’s channel and film are not found',
  { tag: '@deep' },
  async ({ page, context, allowComplaints }) => {
    allowComplaints(refused(404));
    await withHouseBehind(context, async (house) => {
      const theirs = await aSoldFilm(house, await house.aViewer({ roles: [PRODUCER] }), 1);
      const { moviesAddress, ordersAddress, statementsAddress } = theirs;
      await aProducerIn(house, page);
      await page.goto(moviesAddress);
      await expect(page.getByText(text.channelMissing)).toBeVisible();
      await page.goto(ordersAddress);
      await expect(page.getByText(text.movieMissing)).toBeVisible();
      await expect(exportButton(page)).toHaveCount(0);
      await page.goto(statementsAddress);
      await expect(page.getByText(text.movieMissing)).toBeVisible();
      await isAccessible(page);
    });
  },
);

test.describe('Orders', () => {
  test(
    'nine columns, each status in its colour; Refresh brings what came meanwhile',
    { tag: '@phone' },
    async ({ page, context }) => {
      await withHouseBehind(context, async (house) => {
        const { film, buyer, ordersAddress } = await aSoldFilm(house, await aProducerIn(house, page), 1);
        const later = { orderDate: new Date(house.clock.now().getTime() + HOUR), orderCountry: 'SG', currency: 'USD' };
        await house.anOrder(buyer, film, { ...later, paymentStatus: 'CANCELLED' });
        await page.goto(ordersAddress);
        const heads = page.getByRole('columnheader');
        await expect(heads).toHaveText(Object.values(text.columns));
        await expect(rows(page)).toHaveCount(2);
        const cells = rows(page).first().getByRole('cell');
        const local = later.orderDate.toLocaleDateString('en-GB', { timeZone: 'Asia/Kolkata' }).replaceAll('/', '-');
        await expect(cells).toHaveText(
          [local, 'WEB', 'Singapore', 'USD', '149.00', '26.82', '0.00', '176.00', 'CANCELLED'].map(
            (shown) => new RegExp(`${shown}$`),
          ),
        );

        await house.anOrder(buyer, film, {
          orderDate: new Date(house.clock.now().getTime() + 2 * HOUR),
          paymentStatus: 'NEW',
        });
        await page.getByRole('button', { name: 'Refresh' }).click();
        await expect(rows(page)).toHaveCount(3);
        const chips = page.locator('.status');
        await expect(chips).toHaveText(['NEW', 'CANCELLED', 'PAID']);
        const colours = await chips.evaluateAll((all) => all.map((chip) => getComputedStyle(chip).backgroundColor));
        expect(colours).toEqual(['rgb(244, 211, 94)', 'rgb(168, 29, 23)', 'rgb(27, 101, 64)']);
        await isAccessible(page);
      });
    },
  );

  test(
    'sixty-five: thirty a page; three figures and the bars say what they come to',
    { tag: '@deep' },
    async ({ page, context }) => {
      await withHouseBehind(context, async (house) => {
        const { ordersAddress } = await aSoldFilm(house, await aProducerIn(house, page), 65);
        await page.goto(ordersAddress);
        await expect(rows(page)).toHaveCount(30);
        await loadMore(page).click();
        await expect(rows(page)).toHaveCount(60);
        await expect(rows(page).nth(30)).toBeFocused();
        await loadMore(page).click();
        await expect(rows(page)).toHaveCount(65);
        const figures = page.locator('.figures');
        await expect(figures.getByRole('definition')).toHaveText(['65', '₹9,685', '1']);
        await expect(figures.getByRole('img')).toHaveAccessibleName(/^Paid orders per day, .+ Most: \d+ on \d+ \w{3}$/);
      });
    },
  );

  test('none yet: that is said', { tag: '@deep' }, async ({ page, context }) => {
    await withHouseBehind(context, async (house) => {
      const { ordersAddress } = await aSoldFilm(house, await aProducerIn(house, page), 0);
      await page.goto(ordersAddress);
      await expect(page.getByText(text.noOrders)).toBeVisible();
      await isAccessible(page);
    });
  });
});

test.describe('Export CSV', () => {
  test('saves every order in a file that another reader understands', async ({ page, context }) => {
    await withHouseBehind(context, async (house) => {
      const producer = await aProducerIn(house, page);
      const { ordersAddress } = await aSoldFilm(house, producer, 40, { movieName: '=HYPERLINK("x","The  Last") Rain' });
      await page.goto(ordersAddress);
      await expect(rows(page)).toHaveCount(30);
      const [download] = await Promise.all([page.waitForEvent('download'), exportButton(page).click()]);
      expect(download.suggestedFilename()).toBe('hyperlink_x_the_last_rain_orders.csv');
      await expect(page.getByText(text.exported('hyperlink_x_the_last_rain_orders.csv'))).toBeVisible();
      const records: string[][] = parse(await readFile(await download.path()), { bom: true });
      expect(records[0]).toEqual(Object.values(text.columns));
      expect(records).toHaveLength(41);
      const sum = (column: number) => records.slice(1).reduce((all, record) => all + Number(record[column]), 0);
      expect(sum(records[0]!.indexOf('Total'))).toBe(40 * 176);
      await expect(exportButton(page)).toHaveText('Export CSV');
    });
  });

  /** Keeps the answer back until `open`, so that the screen may be looked at meanwhile. */
  async function heldExport(page: Page) {
    const held = { open: () => {}, asked: 0 };
    const opened = new Promise<void>((resolve) => (held.open = resolve));
    await page.route(
      (url) => url.pathname.includes('/movieorders/') && url.searchParams.get('size') === '100000',
      async (route) => {
        held.asked += 1;
        await opened;
        await route.fallback();
      },
    );
    return held;
  }

  test('says Exporting... and takes no second press while it runs', async ({ page, context }) => {
    await withHouseBehind(context, async (house) => {
      const { ordersAddress } = await aSoldFilm(house, await aProducerIn(house, page), 3);
      const held = await heldExport(page);
      await page.goto(ordersAddress);
      await expect(rows(page)).toHaveCount(3);
      await exportButton(page).click();
      await expect(exportButton(page)).toHaveText('Exporting...');
      await expect(exportButton(page)).toBeDisabled();
      await exportButton(page).click({ force: true });
      await expect(page.getByRole('progressbar', { name: text.exportProgress })).toBeVisible();
      await expectNoBarriers(page);
      await Promise.all([page.waitForEvent('download'), held.open()]);
      await expect(exportButton(page)).toHaveText('Export CSV');
      await expect(exportButton(page)).toBeEnabled();
      expect(held.asked).toBe(1);
    });
  });

  test(
    'is cancelled with the keyboard: nothing is saved, and the button has the focus',
    { tag: '@deep' },
    async ({ page, context }) => {
      await withHouseBehind(context, async (house) => {
        const { ordersAddress } = await aSoldFilm(house, await aProducerIn(house, page), 3);
        await heldExport(page);
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

  async function openStatements(page: Page, house: TestHouse) {
    const { film, buyer, ordersAddress } = await aSoldFilm(house, await aProducerIn(house, page), 2);
    const before = new Date(house.clock.now().getTime() - 45 * 24 * HOUR);
    await house.anOrder(buyer, film, { orderDate: before, paidAt: before });
    await page.goto(ordersAddress);
    await page.getByRole('link', { name: text.statements }).click();
    return { before };
  }

  test('from the price to the producer’s share, for the month one chooses; Back returns', async ({ page, context }) => {
    await withHouseBehind(context, async (house) => {
      const { before } = await openStatements(page, house);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('கடைசி மழை - Statements');
      const table = page.getByRole('table', { name: /^Statement for / });
      const share = table.getByRole('row', { name: new RegExp(`^${statementMessages.lines.producerShare}`) });
      await expect(table.getByRole('row', { name: /^Price/ })).toContainText('298.00');
      const ofTwo = await share.getByRole('cell').last().textContent();
      await month(page).selectOption({ label: monthOf(before) });
      await expect(table).toHaveAccessibleName(statementMessages.tableOf(monthOf(before)));
      await expect(table.getByRole('row', { name: /^Price/ })).toContainText('149.00');
      const ofOne = await share.getByRole('cell').last().textContent();
      // The shares' own arithmetic is proved where it is done (tests/unit/domain/statement.test.ts).
      expect(Number(ofTwo)).toBeCloseTo(2 * Number(ofOne), 1);
      // Within one document: page.goBack() would wait for a load that may have been before it looked.
      await page.evaluate(() => history.back());
      await expect(table.getByRole('row', { name: /^Price/ })).toContainText('298.00');
      await isAccessible(page);
    });
  });

  test('are saved as PDF and as CSV', async ({ page, context }) => {
    await withHouseBehind(context, async (house) => {
      await openStatements(page, house);
      for (const [name, ending, begin] of [
        [statementMessages.downloadPdf, 'pdf', '%PDF-'],
        [statementMessages.downloadCsv, 'csv', '\u{feff}'],
      ] as const) {
        const button = page.getByRole('button', { name });
        const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
        expect(download.suggestedFilename()).toMatch(new RegExp(`^கடைசி_மழை_statement_\\d{4}-\\d\\d\\.${ending}$`));
        expect((await readFile(await download.path(), 'utf8')).startsWith(begin)).toBe(true);
      }
    });
  });

  test(
    'sales and viewing over time: a chart with its sentence, and the same as a table',
    { tag: '@phone' },
    async ({ page, context }) => {
      await withHouseBehind(context, async (house) => {
        await openStatements(page, house);
        const chart = page.getByRole('img', { name: /^Sales before GST by day, .+: ₹298 in all/ });
        await expect(chart).toBeVisible();
        await expect.poll(() => chart.locator('canvas').evaluate(isDrawn)).toBe(true);
        await page.getByText(statementMessages.asTable).click();
        const table = page.getByRole('table', { name: statementMessages.overTime });
        await expect(table.locator('tbody').getByRole('row')).toHaveCount(28);
        await page.getByRole('button', { name: statementMessages.lastDays(91) }).click();
        await expect(page.getByRole('img', { name: /^Sales before GST by week, .+: ₹447 in all/ })).toBeVisible();
        await expect(table.locator('tbody').getByRole('row')).toHaveCount(13);
        await isAccessible(page);
      });
    },
  );

  test('with the keyboard alone', { tag: '@deep' }, async ({ page, context }) => {
    await withHouseBehind(context, async (house) => {
      const { before } = await openStatements(page, house);
      await month(page).waitFor();
      await tabTo(page, month(page));
      await page.keyboard.press('ArrowDown');
      await expect(month(page).locator('option:checked')).toHaveText(monthOf(before));
      await tabTo(page, page.getByRole('button', { name: statementMessages.lastDays(364) }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('img', { name: /^Sales before GST by week/ })).toBeVisible();
      await tabTo(page, page.getByText(statementMessages.asTable));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('table', { name: statementMessages.overTime })).toBeVisible();
    });
  });

  test('of a film that sold nothing: that is said', { tag: '@deep' }, async ({ page, context }) => {
    await withHouseBehind(context, async (house) => {
      const { statementsAddress } = await aSoldFilm(house, await aProducerIn(house, page), 0);
      await page.goto(statementsAddress);
      await expect(page.getByText(statementMessages.none, { exact: true })).toBeVisible();
      await expect(page.getByText(statementMessages.noneInSpan)).toHaveCount(2);
      await isAccessible(page);
    });
  });
});

const isDrawn = (canvas: HTMLElement | SVGElement) => {
  const { width, height } = canvas as HTMLCanvasElement;
  if (width === 0) return false;
  const pixels = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height).data;
  return pixels.some((value) => value > 0);
};
