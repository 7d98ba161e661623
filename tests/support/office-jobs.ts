import { join } from 'node:path';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import type { OfficeRole } from '#domain/office-roles.ts';
import { cinemaMonthRange, lastCinemaMonth } from '#domain/fiscal-year.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { refundWithdrawnFilms } from '#server/streaming/booking/withdrawals/refund-withdrawn-films.ts';
import { sendRefunds } from '#server/streaming/payments/refunds/send-refunds.ts';
import { aChannel } from './channels.ts';
import { aCommandRunner } from './cinema-cli.ts';
import { aClip, aFolder, hasFfmpeg, NEEDS_FFMPEG } from './ingest/clips.ts';
import type { OfficePlayer } from './office-player.ts';
import { purchaseSteps } from './purchase.ts';
import { aSubmittedFilm } from './submissions.ts';
import type { TestServer } from './test-server.ts';

/** A job with its data. */
interface PreparedJob {
  play: (office: OfficePlayer) => Promise<void>;
  /** As typed after `npm run cinema --`, by an operator who knows what the member of the back office knows. */
  commands: string[];
  /** The folder of the commands. */
  cwd?: string;
  /** Standard input of the commands that read it. */
  input?: string;
  /** Throws if the data was not changed. A report changes none. */
  check?: () => Promise<void>;
}

export interface OfficeJob {
  name: string;
  roles: OfficeRole[];
  /** Why a part of the job is not played. Its measure is then not recorded. */
  skippedPart?: string;
  prepare: (server: TestServer) => Promise<PreparedJob>;
}

let count = 0;
const aName = (name: string) => `${name} ${++count}`;
const toIndianTime = (instant: Date) =>
  new Date(instant.getTime() + 5.5 * HOUR).toISOString().slice(0, 16).replace('T', ' ');
const inQuotes = (words: string) => `"${words}"`;

async function aPaidTicket(server: TestServer, film?: Awaited<ReturnType<TestServer['aFilm']>>) {
  const { anUnpaidOrder, pay } = purchaseSteps(server);
  const { viewer, order } = await anUnpaidOrder({ buyerState: '33' }, {}, film);
  return { viewer, order: await pay(viewer, order) };
}

const rowOf = async (server: TestServer, sql: string) => (await server.database.query(sql)).rows[0];

async function aPicture(file: string, width: number, height: number) {
  const background = { create: { width, height, channels: 3 as const, background: '#456' } };
  await sharp(background).jpeg().toFile(file);
}

const addFilm: OfficeJob = {
  name: 'Add a film with its media',
  roles: ['programmer'],
  ...(!hasFfmpeg && { skippedPart: `without encoding (${NEEDS_FFMPEG})` }),
  async prepare(server) {
    const name = aName('The Long Monsoon');
    const ref = name.toLowerCase().replaceAll(' ', '-');
    const language = 'Malayalam';
    await aCommandRunner(server).cinema(`language add ${language}`);
    const cwd = await aFolder();
    await aPicture(join(cwd, 'poster.jpg'), 800, 1200);
    await aPicture(join(cwd, 'banner.jpg'), 1600, 900);
    if (hasFfmpeg) await aClip(cwd, 'thirty.mp4');
    const add = `movie add ${inQuotes(name)} --language ${language} --price 149 --minutes 112 --poster poster.jpg --banner banner.jpg`;
    const encode = `media ingest thirty.mp4 --film ${ref} --preset ultrafast --without-av1`;
    const readFilm = () =>
      rowOf(
        server,
        `select movie_id, ticket_rate, running_time, active, poster is not null as poster, banner is not null as banner, package_id is not null as package from movies where movie_name = '${name}'`,
      );
    return {
      async play(office) {
        await office.openNoun('movie');
        await office.follow('#/movie/add');
        await office.fill('Name', name);
        await office.fill('Language', language);
        await office.fill('Price in rupees', '149');
        await office.fill('Running time in minutes', '112');
        await office.chooseFile('Poster', join(cwd, 'poster.jpg'));
        await office.chooseFile('Banner', join(cwd, 'banner.jpg'));
        await office.applyChange();
        if (!hasFfmpeg) return;
        await office.openNoun('media');
        await office.follow('#/media/ingest');
        await office.chooseFile('File', join(cwd, 'thirty.mp4'));
        await office.fill('Film', ref);
        await office.fill('Encoding speed (x264 preset)', 'ultrafast');
        await office.check('Without AV1');
        await office.applyAsJob('#/media/ingest');
        const { movie_id: movieId } = (await readFilm())!;
        await office.openNoun('movie');
        await office.follow(`#/movie/show?film=${String(movieId)}`);
        await office.follow('#/movie/activate');
        await office.applyChange();
      },
      commands: hasFfmpeg ? [add, encode, `movie activate ${ref}`] : [add],
      cwd,
      check: async () =>
        expect(await readFilm()).toMatchObject({
          ticket_rate: 14900,
          running_time: 112,
          active: hasFfmpeg ? 'Y' : 'N',
          poster: true,
          banner: true,
          package: hasFfmpeg,
        }),
    };
  },
};

const correctPrice: OfficeJob = {
  name: 'Correct a price',
  roles: ['programmer'],
  async prepare(server) {
    const { movieId, movieKey, movieName } = await server.aFilm({
      movieName: aName('Night Rail'),
      ticketRate: 149,
    });
    return {
      async play(office) {
        await office.openNoun('movie');
        await office.follow(`#/movie/show?film=${movieId}`);
        await office.follow('#/movie/price');
        await office.fill('Price in rupees', '99');
        await office.applyChange();
      },
      commands: [`movie list --name ${inQuotes(movieName!)}`, `movie price ${movieKey} 99`],
      check: async () =>
        expect((await server.get(`/api/ott/public/movies/${movieId}`)).json.ticketRate).toBe(99),
    };
  },
};

const postpone: OfficeJob = {
  name: 'Postpone',
  roles: ['programmer'],
  async prepare(server) {
    const now = server.clock.now().getTime();
    const start = (days: number) => new Date(now + days * DAY);
    const film = await server.aFilm({
      movieName: aName('Rain Town'),
      streamingStartDate: start(3),
    });
    await server.anOrder(await server.aViewer(), film, {
      bookingStartTime: start(4),
      bookingEndTime: start(5),
    });
    const { movieId, movieKey, movieName } = film;
    const moment = toIndianTime(start(10));
    return {
      async play(office) {
        await office.openNoun('movie');
        await office.follow(`#/movie/show?film=${movieId}`);
        await office.follow('#/movie/schedule');
        await office.fill('Start of streaming', moment);
        await office.check('Allow a later start than sold tickets');
        await office.applyChange();
      },
      commands: [
        `movie list --name ${inQuotes(movieName!)}`,
        `movie schedule ${movieKey} ${inQuotes(moment)} --even-if-sold`,
      ],
      check: async () =>
        expect(
          await rowOf(
            server,
            `select streaming_start_date from movies where movie_id = ${movieId}`,
          ),
        ).toEqual({
          streaming_start_date: start(10),
        }),
    };
  },
};

const WITHDRAWN_TICKETS = 6;

const withdraw: OfficeJob = {
  name: 'Withdraw with refunds',
  roles: ['programmer', 'finance'],
  async prepare(server) {
    const film = await server.aFilm({ movieName: aName('Old Harbour') });
    for (let ticket = 0; ticket < WITHDRAWN_TICKETS; ticket++) await aPaidTicket(server, film);
    const { movieId, movieKey, movieName } = film;
    const reason = 'The rights have ended';
    return {
      async play(office) {
        await office.openNoun('movie');
        await office.follow(`#/movie/show?film=${movieId}`);
        await office.follow('#/movie/withdraw');
        await office.fill('Reason', reason);
        await office.applyChange({
          needsCode: true,
          async inspect() {
            await expect(office.page.getByRole('row', { name: /^Tickets/ })).toContainText(
              String(WITHDRAWN_TICKETS),
            );
            await office.fill(text.confirmingNumber, String(WITHDRAWN_TICKETS));
          },
        });
      },
      commands: [
        `movie list --name ${inQuotes(movieName!)}`,
        `movie withdraw ${movieKey} --reason ${inQuotes(reason)} --dry-run`,
        `movie withdraw ${movieKey} --reason ${inQuotes(reason)} --yes ${WITHDRAWN_TICKETS}`,
      ],
      async check() {
        await refundWithdrawnFilms(server.deps);
        await sendRefunds(server.deps);
        const { rows } = await server.database.query(
          `select payment_status, count(*)::int as count from orders where movie_id = ${movieId} group by 1`,
        );
        expect(rows).toEqual([{ payment_status: 'REFUNDED', count: WITHDRAWN_TICKETS }]);
      },
    };
  },
};

const refund: OfficeJob = {
  name: 'Find a buyer’s order by number and refund',
  roles: ['support'],
  async prepare(server) {
    const { viewer, order } = await aPaidTicket(server);
    const { orderNo, movieOrderId } = order;
    const reason = 'The film stopped for everybody';
    return {
      async play(office) {
        await office.openNoun('order');
        await office.fill('Order number', orderNo);
        await office.press(text.applyFilters);
        await office.follow(`#/order/show?order=${orderNo}`);
        await expect(office.page.getByRole('list', { name: text.orderTimeline })).toContainText(
          text.timeline.paid,
        );
        await office.follow(`#/order/refund?order=${orderNo}`);
        await office.fill('Reason', reason);
        await office.applyChange({ needsCode: true });
      },
      commands: [`order show ${orderNo}`, `order refund ${orderNo} --reason ${inQuotes(reason)}`],
      check: async () =>
        expect(
          (await server.get(`/api/ott/orders/${movieOrderId}`, { as: viewer })).json.paymentStatus,
        ).toBe('REFUNDED'),
    };
  },
};

const extend: OfficeJob = {
  name: 'Extend tickets after an outage',
  roles: ['support'],
  async prepare(server) {
    const { viewer, order } = await aPaidTicket(server);
    const before = new Date(server.clock.now().getTime() + DAY);
    const from = new Date(server.clock.now().getTime() + ++count * MINUTE);
    const [start, end] = [from, new Date(from.getTime() + HOUR)].map(toIndianTime) as [
      string,
      string,
    ];
    server.clock.advance(5 * HOUR);
    return {
      async play(office) {
        await office.openNoun('order');
        await office.follow('#/order/extend');
        await office.fill('Start of the outage', start);
        await office.fill('End of the outage', end);
        await office.applyChange();
      },
      commands: [`order extend --outage-from ${inQuotes(start)} --outage-until ${inQuotes(end)}`],
      check: async () =>
        expect(
          await rowOf(
            server,
            `select booking_end_time from orders where movie_order_id = ${order.movieOrderId} and user_id = ${viewer.userId}`,
          ),
        ).toEqual({ booking_end_time: new Date(before.getTime() + HOUR) }),
    };
  },
};

const PRESS_CODES = 500;

const pressCodes: OfficeJob = {
  name: 'Make 500 press codes',
  roles: ['programmer'],
  async prepare(server) {
    const batch = `PRESS${++count}`;
    const reason = 'Press screening';
    return {
      async play(office) {
        await office.openNoun('coupon');
        await office.follow('#/coupon/bulk');
        await office.fill('Name of the batch', batch);
        await office.fill('Number of codes', String(PRESS_CODES));
        await office.fill('Discount in percent', '100');
        await office.fill('Reason', reason);
        await office.applyChange();
        const codes = await office.page
          .getByRole('region', { name: 'Codes', exact: true })
          .innerText();
        expect(new Set(codes.split('\n')).size).toBe(PRESS_CODES);
        const download = office.page.waitForEvent('download');
        await office.press(text.saveCsv);
        expect((await download).suggestedFilename()).toBe('coupon-bulk.csv');
      },
      commands: [
        `coupon bulk ${batch} --count ${PRESS_CODES} --percent 100 --reason ${inQuotes(reason)} > codes.txt`,
      ],
      check: async () =>
        expect(
          await rowOf(
            server,
            `select count(*)::int as count from coupons where batch = '${batch}'`,
          ),
        ).toEqual({
          count: PRESS_CODES,
        }),
    };
  },
};

const acceptSubmission: OfficeJob = {
  name: 'Accept a submission',
  roles: ['programmer'],
  async prepare(server) {
    const movieId = await aSubmittedFilm(server, await server.aViewer());
    const date = toIndianTime(new Date(server.clock.now().getTime() + 14 * DAY));
    return {
      async play(office) {
        await office.openNoun('submission');
        await office.follow(`#/submission/show?film=${movieId}`);
        await office.follow('#/submission/accept');
        await office.fill('Price in rupees', '149');
        await office.fill('Start of streaming', date);
        await office.applyChange({ needsCode: true });
      },
      commands: [
        'submission list',
        `submission show ${movieId}`,
        `submission accept ${movieId} --price 149 --date ${inQuotes(date)}`,
      ],
      check: async () =>
        expect(
          await rowOf(
            server,
            `select ticket_rate, (select stage from submission_steps where movie_id = ${movieId} order by step_id desc limit 1) as stage from movies where movie_id = ${movieId}`,
          ),
        ).toEqual({ ticket_rate: 14900, stage: 'accepted' }),
    };
  },
};

const hideReview: OfficeJob = {
  name: 'Hide a review',
  roles: ['moderator'],
  async prepare(server) {
    const film = await server.aFilm();
    const { reviewId } = await server.aReview(await server.aViewer(), film, {
      reviewComments: 'Call 9000000002 for more',
    });
    const publicReviews = async () =>
      (await server.get(`/api/ott/public/moviereviewsbymovie/${film.movieId}?page=0&size=10`)).json
        .content;
    expect(await publicReviews()).toHaveLength(1);
    return {
      async play(office) {
        await office.openNoun('review');
        await office.follow(`#/review/hide?review=${reviewId}`);
        await office.applyChange();
      },
      commands: ['review list', `review hide ${reviewId}`],
      check: async () => expect(await publicReviews()).toEqual([]),
    };
  },
};

const editPage: OfficeJob = {
  name: 'Edit a page',
  roles: ['programmer'],
  async prepare(server) {
    const pageContent = `${aName('Version')} of the page.\nWe show one film at a time.`;
    return {
      async play(office) {
        await office.openNoun('page');
        await office.follow('#/page/show?page=about-us');
        await office.follow('#/page/edit?page=about-us');
        await office.fill('Text', pageContent);
        await office.applyChange();
      },
      commands: ['page show about-us > about.txt', 'page edit about-us - < about.txt'],
      input: pageContent,
      check: async () =>
        expect((await server.get('/api/ott/public/pages/about-us')).json).toEqual({ pageContent }),
    };
  },
};

const monthGst: OfficeJob = {
  name: 'The month’s GST',
  roles: ['finance'],
  async prepare(server) {
    await aPaidTicket(server);
    const { invoices } = await aCommandRunner(server).cinemaJson('report gst 2026-11');
    return {
      async play(office) {
        await office.openNoun('report');
        await office.follow('#/report/gst');
        await office.fill('Month', '2026-11');
        await office.press(text.show);
        const table = office.page.getByRole('table', { name: 'Figures', exact: true });
        await expect(table.getByRole('row', { name: 'all invoices' })).toContainText(
          (invoices.total / 100).toFixed(2),
        );
      },
      commands: ['report gst 2026-11'],
    };
  },
};

const producerStatement: OfficeJob = {
  name: 'A producer’s statement',
  roles: ['finance'],
  async prepare(server) {
    const producer = await server.aViewer({ roles: ['Producer'], firstName: 'Kadambari' });
    const film = await server.aFilm();
    const { channelId } = await aChannel(server, { ownerId: producer.userId }, [film]);
    const month = lastCinemaMonth(server.clock.now());
    await server.anOrder(await server.aViewer(), film, { paidAt: cinemaMonthRange(month).from });
    const reference = `UTR ${++count}`;
    return {
      async play(office) {
        await office.openNoun('statement');
        await office.follow(`#/statement/show?month=${month}&channel=${channelId}`);
        await office.follow('#/statement/approve');
        await office.applyChange();
        await office.follow('#/statement/pay');
        await office.fill('Reference', reference);
        await office.applyChange({ needsCode: true });
      },
      commands: [
        `statement show ${channelId} --month ${month}`,
        `statement approve ${channelId} --month ${month}`,
        `statement pay ${channelId} --month ${month} --reference ${inQuotes(reference)}`,
      ],
      check: async () =>
        expect(
          (await server.get(`/api/ott/statements/${film.movieId}/${month}`, { as: producer })).json
            .approval,
        ).toMatchObject({ paymentReference: reference }),
    };
  },
};

export const OFFICE_JOBS: OfficeJob[] = [
  addFilm,
  correctPrice,
  postpone,
  withdraw,
  refund,
  extend,
  pressCodes,
  acceptSubmission,
  hideReview,
  editPage,
  monthGst,
  producerStatement,
];
