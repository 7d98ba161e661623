import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Locator, Page } from '@playwright/test';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { DAY } from '#domain/limits/durations.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { detailMessages } from '#messages/details.ts';
import { embedMessages } from '#messages/embed.ts';
import { linkSourceMessages as text } from '#messages/link-sources.ts';
import { paymentMessages } from '#messages/payments.ts';
import { sessionMessages } from '#messages/session.ts';
import { EMBED_SCRIPT, href } from '#routes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import {
  aMobile,
  chooseNow,
  codeFor,
  expect,
  failedLoadError,
  publicFilmHref,
  test,
} from '../support/browser.ts';
import {
  aWorkerServer,
  closeContext,
  signInViewer,
  withInProcessServer,
} from '../support/in-process-server.ts';
import { aProducer, aSoldFilm, signInProducer } from '../support/producer-fixture.ts';
import type { TestServer } from '../support/test-server.ts';

const withListener = async (
  app: Hono,
  hostname: string,
  run: (origin: string) => Promise<void>,
) => {
  const http = serve({ fetch: app.fetch, port: 0, hostname });
  await once(http, 'listening');
  try {
    await run(`http://${hostname}:${(http.address() as AddressInfo).port}`);
  } finally {
    http.close();
  }
};

/** The API of the worker's server, and the pages of the shared server, which has no pages of this server's films. */
const cinemaOf = (server: TestServer, pagesOrigin: string) =>
  new Hono()
    .all('/api/*', ({ req }) => server.app.request(req.raw))
    .all('*', ({ req }) =>
      proxy(new URL(req.url.slice(new URL(req.url).origin.length), pagesOrigin)),
    );

/** A site that is not ours, which allows the cinema's script and calls, and nothing else. */
const anotherSite = (cinema: string, body: string) =>
  new Hono()
    .get('/favicon.ico', ({ body: respond }) => respond(null, 204))
    .get('/', ({ html }) =>
      html(
        `<!doctype html><html lang="en"><title>Kite, the film</title><main><h1>Kite</h1>${body}</main>`,
        200,
        {
          'Content-Security-Policy': `default-src 'none'; img-src 'self'; script-src ${cinema}; connect-src ${cinema}; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
        },
      ),
    );

const ticketButton = (cinema: string, movieId: number, name: string) =>
  `<p><matinee-ticket id="${name}" film="${movieId}" from="my-site"><a href="${cinema}/v/kite/${movieId}">Tickets</a></matinee-ticket></p>`;

const contrastOf = (link: Locator) =>
  link.evaluate((element) => {
    const luminance = (colour: string) => {
      const [red, green, blue] = colour.match(/[\d.]+/g)!.map((part) => {
        const value = Number(part) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    };
    const { color, backgroundColor } = getComputedStyle(element);
    const [light, dark] = [luminance(color), luminance(backgroundColor)].sort(
      (one, two) => two - one,
    );
    return (light! + 0.05) / (dark! + 0.05);
  });

async function bookFreeFilm(page: Page) {
  await page
    .getByRole('link', { name: catalogueMessages.bookNow, exact: true })
    .locator('visible=true')
    .click();
  await chooseNow(page);
  await page.getByRole('button', { name: paymentMessages.confirm }).locator('visible=true').click();
  await expect(page.getByRole('dialog', { name: detailMessages.booked })).toBeVisible();
}

test.describe('the ticket button on a site of another origin, whose policy is strict', () => {
  test('shows price and opening day, leads to the film, and its producer sees visit and ticket', async ({
    page,
    context,
    baseURL,
    allowConsoleErrors,
  }) => {
    test.slow();
    allowConsoleErrors(failedLoadError(404));
    const server = await aWorkerServer();
    const producer = await aProducer(server);
    const { film, ordersAddress } = await aSoldFilm(server, producer, 0, {
      ticketRate: 0,
      movieName: 'Kite',
    });
    const paid = await server.aFilm({ ticketRate: 1049.5 });
    const upcoming = await server.aFilm({
      ticketRate: 149,
      streamingStartDate: new Date(server.clock.now().getTime() + 30 * DAY),
    });
    const withdrawn = await server.aFilm({ active: 'N' });
    const viewer = await server.aViewer();

    await withListener(cinemaOf(server, baseURL!), 'localhost', async (cinema) => {
      const body =
        `<script src="${cinema}${EMBED_SCRIPT}" async></script>` +
        ticketButton(cinema, film.movieId, 'free') +
        ticketButton(cinema, paid.movieId, 'paid') +
        ticketButton(cinema, upcoming.movieId, 'upcoming') +
        ticketButton(cinema, withdrawn.movieId, 'withdrawn');
      await withListener(anotherSite(cinema, body), '127.0.0.1', async (site) => {
        const violations: string[] = [];
        page.on(
          'console',
          (message) =>
            /Content.Security|Trusted/i.test(message.text()) && violations.push(message.text()),
        );
        await signInViewer(server, page, { userId: viewer.userId, roles: [] });
        await page.goto(site);

        const free = page.locator('#free').getByRole('link');
        await expect(free).toHaveText(`${embedMessages.bookNow} · ${embedMessages.free}`);
        await expect(free).toHaveAccessibleName(/^Book Now · Free: Kite$/);
        await expect(page.locator('#paid').getByRole('link')).toHaveText(
          'Book Now · ₹1,049.50 + GST',
        );
        await expect(page.locator('#upcoming').getByRole('link')).toHaveText(
          'See the film · ₹149 + GST',
        );
        await expect(
          page.locator('#upcoming').getByText(/^Booking opens on \w+day,? \d+ \w+ \d{4}$/),
        ).toBeVisible();
        await expect(page.locator('#withdrawn').getByText(embedMessages.notOnShow)).toBeVisible();
        await expect(page.locator('#withdrawn').getByRole('link')).toHaveCount(0);
        expect(violations).toEqual([]);
        expect(await context.cookies()).toEqual([]);
        expect(page.frames()).toHaveLength(1);

        const box = await free.boundingBox();
        expect(box!.height).toBeGreaterThanOrEqual(44);
        await expect(free).toHaveCSS('background-color', 'rgb(97, 18, 38)');
        for (const scheme of ['light', 'dark']) {
          await page.evaluate(
            (value) => (document.documentElement.style.colorScheme = value),
            scheme,
          );
          expect(await contrastOf(free), scheme).toBeGreaterThanOrEqual(4.5);
        }
        await expect(free).toHaveCSS('background-color', 'rgb(242, 196, 182)');
        await expectAccessible(page);

        await page.keyboard.press('Tab');
        await expect(free).toBeFocused();
        await expect(free).toHaveCSS('outline-style', 'solid');
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(`${cinema}/v/-/${film.movieKey}?from=my-site`);
        // From there, the page of the film leads a viewer to the details (e2e/session, unit/guard).
        await page.goto(
          `${cinema}${href('movieDetails', { movie_id: film.movieId })}?from=my-site`,
        );
      });

      await bookFreeFilm(page);
      const producerContext = await page.context().browser()!.newContext();
      const producerPage = await producerContext.newPage();
      await signInViewer(server, producerPage, producer);
      await producerPage.goto(cinema + ordersAddress);
      const row = producerPage
        .getByRole('table', { name: text.heading })
        .getByRole('row', { name: /^my-site/ });
      await expect(row.getByRole('cell')).toHaveText(['1', '1', '100%']);
      await closeContext(producerContext);
      await closeContext(context);
    });
  });

  test('stays the link that is in the page if the API cannot be reached', async ({
    page,
    baseURL,
    allowConsoleErrors,
  }) => {
    // An answer of a proxy in front of the dead API allows no other origin.
    allowConsoleErrors(failedLoadError(503), /has been blocked by CORS policy|net::ERR_FAILED/);
    const cinema = new Hono()
      .all('/api/*', ({ text: respond }) => respond('', 503))
      .all('*', ({ req }) => proxy(new URL(new URL(req.url).pathname, baseURL)));
    await withListener(cinema, 'localhost', async (origin) => {
      const body = `<script src="${origin}${EMBED_SCRIPT}" async></script>${ticketButton(origin, 1, 'film')}<matinee-ticket id="bare" film="1"></matinee-ticket>`;
      await withListener(anotherSite(origin, body), '127.0.0.1', async (site) => {
        const failed = page.waitForEvent('requestfailed', (request) =>
          request.url().endsWith('/public/movies/1'),
        );
        await page.goto(site);
        await failed;
        await expect(page.locator('#film').getByRole('link')).toHaveAttribute(
          'href',
          `${origin}/v/kite/1`,
        );
        await expect(
          page.locator('#bare').getByRole('link', { name: embedMessages.tickets }),
        ).toHaveAttribute('href', `${origin}/`);
      });
    });
  });
});

test(
  'a shared link keeps its label through signing in, until the order',
  { tag: '@phone' },
  async ({ page, request, films }) => {
    test.slow();
    const movie = films.paid[1]!;
    const visit = page.waitForRequest(/\/public\/movies\/\d+\/visits$/);
    await page.goto(`${publicFilmHref(movie)}?from=festival-26&fbclid=IwAR0abc`);
    expect((await visit).postData()).toBe('{"from":"festival-26"}');
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).not.toContain('from');

    await page
      .getByRole('link', { name: catalogueMessages.bookNow, exact: true })
      .locator('visible=true')
      .click();
    const mobile = aMobile();
    await page.getByLabel(sessionMessages.mobileNumber).fill(mobile);
    await page.getByRole('button', { name: sessionMessages.signUp }).click();
    await page.getByLabel(sessionMessages.otpLabel).fill(await codeFor(request, mobile));
    await expect(page).toHaveURL(new RegExp(href('userInfo')));
    await page.goto(href('ticketBooking', { movie_id: movie.movieId }));
    const ordered = page.waitForRequest(
      (each) => each.method() === 'POST' && each.url().endsWith('/orders'),
    );
    await chooseNow(page);
    expect((await ordered).postDataJSON()).toMatchObject({ linkSource: 'festival-26' });
    await expect(
      page.getByText(paymentMessages.total).locator('visible=true').first(),
    ).toBeVisible();
  },
);

test('a producer makes a link with a label, and the HTML of the ticket button', async ({
  page,
  context,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await withInProcessServer(context, async (server) => {
    const producer = await signInProducer(server, page);
    const { film, ordersAddress } = await aSoldFilm(server, producer, 0);
    await page.goto(ordersAddress);
    await expect(page.getByText(text.none)).toBeVisible();
    const label = page.getByLabel(text.label, { exact: true });
    await label.fill('Chennai Festival');
    await expect(label).toHaveValue('chennai-festival');
    await label.fill('a@b');
    await expect(page.getByRole('alert')).toHaveText(text.labelInvalid);
    await label.fill('Chennai Festival');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page);

    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: text.copyLink }).click();
    await expect(page.getByText(text.copied)).toBeVisible();
    const link = new URL(await copied());
    expect(link.search).toBe('?from=chennai-festival');
    expect(link.pathname).toMatch(new RegExp(`^/v/.+/${film.movieKey}$`));
    await page.getByRole('button', { name: text.copyHtml }).click();
    await expect(page.getByText(text.copied)).toHaveCount(2);
    expect(await copied()).toContain(
      `<matinee-ticket film="${film.movieId}" from="chennai-festival">`,
    );
  });
});
