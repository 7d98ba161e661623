import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { statementMessages as text } from '#messages/producer.ts';
import { orders } from '#server/db/schema/booking.ts';
import { paymentAttempts } from '#server/db/schema/payments.ts';
import { signUserToken } from '#server/tokens.ts';
import { PRODUCER } from '../support/access-fixture.ts';
import { aChannel } from '../support/channels.ts';
import { aCommandRunner } from '../support/cinema-cli.ts';
import { anOfficeMember } from '../support/office.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const clock = aClock();
let server: TestServer;
let commands: ReturnType<typeof aCommandRunner>;
let buyer: { userId: number };
let producer: Awaited<ReturnType<TestServer['aViewer']>>;
let film: Awaited<ReturnType<TestServer['aFilm']>>;
let channel: Awaited<ReturnType<typeof aChannel>>;
let count = 0;

/** The share of one ticket: 149 − the estimated fee of 4.15 − 20 %, in rupees. */
const SHARE = 115.88;
const RETURN = -119.2;

beforeAll(async () => {
  server = await aServer({ clock });
  commands = aCommandRunner(server);
  buyer = await server.aViewer();
});
beforeEach(async () => {
  clock.set(new Date('2026-11-21T06:30:00Z'));
  producer = await server.aViewer({ roles: [PRODUCER], firstName: 'Kadambari', lastName: 'Rao' });
  film = await server.aFilm({ importRef: `film-${++count}`, movieName: `Film ${count}` });
  channel = await aChannel(server, { ownerId: producer.userId, channelName: `Channel ${count}` }, [
    film,
  ]);
});

const sell = (
  soldFilm = film,
  paidAt = '2026-10-05T06:00:00Z',
  given: Partial<typeof orders.$inferInsert> = {},
) =>
  server.anOrder(buyer, soldFilm, { paidAt: new Date(paidAt), platformSharePercent: 20, ...given });
const refund = (order: { movieOrderId: number }, at: string) =>
  server.database.query(
    `update orders set payment_status = 'REFUNDED', refunded_at = $1 where movie_order_id = $2`,
    [at, order.movieOrderId],
  );

const run = (verb: string, options = '', month = '2026-10') =>
  commands.cinema(`statement ${verb} ${channel.channelId} --month ${month} ${options}`);
const approve = () => run('approve');
const pay = (reference: string) => run('pay', `--reference ${reference}`);
const rowOf = async (month = '2026-10') => {
  const { statements } = await commands.cinemaJson(`statement list --month ${month}`);
  return statements.find(({ channelId }: { channelId: number }) => channelId === channel.channelId);
};
const readAsProducer = async (month = '2026-10', as = producer) =>
  server.get(`/api/ott/statements/${film.movieId}/${month}`, {
    as: { userId: as.userId, roles: [PRODUCER] },
  });
const lastAudit = async () =>
  (
    await server.database.query(
      'select command, args, changes, outcome from audit_log order by audit_id desc limit 1',
    )
  ).rows[0];

describe('the statement of a channel', () => {
  test('is open, then unapproved, approved and paid', async () => {
    await sell(film, '2026-11-02T06:00:00Z');
    await sell();
    expect(await rowOf('2026-11')).toMatchObject({ state: 'open', producerShare: SHARE });
    expect(await rowOf()).toEqual({
      channelId: channel.channelId,
      channelName: channel.channelName,
      owner: 'Kadambari Rao',
      month: '2026-10',
      films: 1,
      tickets: 1,
      producerShare: SHARE,
      changedSinceApproval: null,
      state: 'unapproved',
      approvedAt: null,
      approvedBy: null,
      paidAt: null,
      paidBy: null,
      reference: null,
    });
    expect(await approve()).toMatchObject({ code: 0, out: expect.stringContaining(String(SHARE)) });
    expect(await rowOf()).toMatchObject({
      state: 'approved',
      approvedAt: '2026-11-21T06:30:00.000Z',
      approvedBy: 'asha@host-1',
      paidAt: null,
    });
    clock.set(new Date('2026-11-22T06:30:00Z'));
    expect((await pay('UTR-1')).code).toBe(0);
    expect(await rowOf()).toMatchObject({
      state: 'paid',
      producerShare: SHARE,
      paidAt: '2026-11-22T06:30:00.000Z',
      paidBy: 'asha@host-1',
      reference: 'UTR-1',
    });
  });

  test('is listed for the last month if no month is given, by state, and up to the limit', async () => {
    await sell();
    const list = async (options: string) =>
      (await commands.cinemaJson(`statement list ${options}`)).statements;
    const all = await list('');
    expect(all.map(({ channelId }: any) => channelId)).toContain(channel.channelId);
    expect(new Set(all.map(({ month }: any) => month))).toEqual(new Set(['2026-10']));
    expect(await list('--limit 1')).toEqual(all.slice(0, 1));
    const unapproved = await list('--state unapproved');
    expect(unapproved).toContainEqual(all.at(-1));
    expect(unapproved).toEqual(all.filter(({ state }: any) => state === 'unapproved'));
    expect(await list('--month 2026-08')).toEqual([]);
  });

  test('shows the steps of all its films, or of one, and has a row for each film and day as CSV', async () => {
    const other = await server.aFilm({ importRef: `other-${count}` });
    await server.database.query(
      `insert into channel_movies (channel_id, movie_id) values (${channel.channelId}, ${other.movieId})`,
    );
    await sell();
    await refund(await sell(other), '2026-10-06T06:00:00Z');
    const shown = await commands.cinemaJson(`statement show ${channel.channelId} --month 2026-10`);
    expect(shown).toMatchObject({
      channelName: channel.channelName,
      month: '2026-10',
      state: 'unapproved',
      tickets: 1,
    });
    const step = (name: string) => shown.steps.find((each: any) => each.step === name);
    expect(step(text.lines.tickets)).toEqual({ step: 'Tickets', sold: 2, returned: -1, total: 1 });
    expect(step(text.lines.producerShare)).toEqual({
      step: text.lines.producerShare,
      sold: 2 * SHARE,
      returned: RETURN,
      total: 112.56,
    });
    expect(shown.films).toMatchObject([
      { producerShare: SHARE },
      { film: `other-${count}`, producerShare: -3.32 },
    ]);

    const { json } = await readAsProducer();
    const ofFilm = await commands.cinemaJson(
      `statement show ${channel.channelId} --month 2026-10 --film ${film.movieId}`,
    );
    for (const [field, label] of Object.entries(text.lines))
      expect(ofFilm.steps.find((each: any) => each.step === label).total).toBe(
        field === 'tickets' ? json.total[field] : json.total[field] / 100,
      );

    const rows: Record<string, string>[] = parse((await run('show', '--csv')).out, {
      bom: true,
      columns: true,
    });
    expect(rows.map(({ Film, Day }) => [Film, Day])).toEqual([
      ...['2026-10-05', 'Sold', 'Returned', 'Total'].map((day) => [film.movieName, day]),
      ...['2026-10-05', '2026-10-06', 'Sold', 'Returned', 'Total'].map((day) => [
        other.movieName,
        day,
      ]),
    ]);
    expect(rows.at(-1)![text.lines.producerShare]).toBe('-3.32');
    expect(await run('show', '--film nothing')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no film/),
    });
  });

  test('pays a film in two channels once, through the first one', async () => {
    const second = await aChannel(server, { ownerId: producer.userId }, [film]);
    await sell();
    const { statements } = await commands.cinemaJson('statement list --month 2026-10');
    expect(statements.map(({ channelId }: any) => channelId)).not.toContain(second.channelId);
    expect(
      await commands.cinema(`statement approve ${second.channelId} --month 2026-10`),
    ).toMatchObject({ code: 1 });
    await approve();
    await server.database.query(
      `delete from channel_movies where channel_id = ${channel.channelId}`,
    );
    expect(
      await commands.cinema(`statement approve ${second.channelId} --month 2026-10`),
    ).toMatchObject({ code: 1 });
    expect(await rowOf()).toMatchObject({ state: 'approved', producerShare: SHARE });
  });
});

describe('an approval', () => {
  test.each(['2026-11', '2027-01'])('is refused for %s, which has not ended', async (month) => {
    await sell(film, `2026-11-02T06:00:00Z`);
    expect(await run('approve', '', month)).toEqual({
      code: 1,
      out: '',
      err: `${month} has not ended. Approve the statement after the end of the month.\n`,
    });
  });

  test('is possible from midnight in India', async () => {
    await sell();
    clock.set(new Date('2026-10-31T18:29:59Z'));
    expect((await approve()).code).toBe(1);
    clock.set(new Date('2026-10-31T18:30:00Z'));
    expect((await approve()).code).toBe(0);
  });

  test('is refused for a month without tickets, and the second time', async () => {
    expect(await approve()).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no statement for 2026-10'),
    });
    await sell();
    await approve();
    expect(await approve()).toMatchObject({
      code: 1,
      err: expect.stringContaining('was approved before'),
    });
  });

  test('of five parallel ones happens once', async () => {
    await sell();
    const codes = (await Promise.all(Array.from({ length: 5 }, approve))).map(({ code }) => code);
    expect(codes.toSorted()).toEqual([0, 1, 1, 1, 1]);
    expect(
      await server.database.query(
        `select 1 from approved_statements where movie_id = ${film.movieId}`,
      ),
    ).toMatchObject({ rowCount: 1 });
  });

  test('includes films that were added to the channel later, once', async () => {
    await sell();
    await approve();
    await pay('UTR-1');
    const added = await server.aFilm({ importRef: `added-${count}` });
    await server.database.query(
      `insert into channel_movies (channel_id, movie_id) values (${channel.channelId}, ${added.movieId})`,
    );
    await sell(added);
    expect(await rowOf()).toMatchObject({ state: 'unapproved', films: 2 });
    expect((await approve()).out).not.toContain(`film-${count}`);
    expect(await rowOf()).toMatchObject({ state: 'approved' });
    expect((await pay('UTR-2')).out).toContain(String(SHARE));
    expect(await rowOf()).toMatchObject({ state: 'paid', reference: 'UTR-1, UTR-2' });
    for (const repeated of ['UTR-1', 'UTR-2']) expect((await pay(repeated)).code).toBe(0);
    expect((await pay('UTR-3')).code).toBe(1);
  });

  test('is taken back with a reason until it is paid, and a new one has the amounts of that time', async () => {
    await sell();
    expect(await run('unapprove', '--reason x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('not approved'),
    });
    await approve();
    await sell();
    expect((await run('unapprove', '--reason "A sale was missing"')).code).toBe(0);
    expect(await lastAudit()).toMatchObject({
      command: 'statement unapprove',
      args: { reason: 'A sale was missing' },
      changes: [
        {
          what: `statement of film-${count} for 2026-10`,
          before: { producerShare: SHARE, state: 'approved' },
          after: { producerShare: 2 * SHARE, state: 'unapproved', reason: 'A sale was missing' },
        },
      ],
    });
    expect(await rowOf()).toMatchObject({
      state: 'unapproved',
      producerShare: 2 * SHARE,
      approvedBy: null,
    });
    expect((await readAsProducer()).json.approval).toBeNull();
    await approve();
    await pay('UTR-1');
    expect(await run('unapprove', '--reason x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('was marked as paid'),
    });
    expect(await rowOf()).toMatchObject({ state: 'paid', producerShare: 2 * SHARE });
  });

  test('keeps its amounts: a refund counts in the month of the refund', async () => {
    const order = await sell();
    await approve();
    await refund(order, '2026-11-03T06:00:00Z');
    expect(await rowOf()).toMatchObject({
      producerShare: SHARE,
      changedSinceApproval: null,
      state: 'approved',
    });
    expect(await rowOf('2026-11')).toMatchObject({
      producerShare: RETURN,
      tickets: -1,
      state: 'open',
    });
    clock.set(new Date('2026-12-01T06:30:00Z'));
    expect((await run('approve', '', '2026-11')).code).toBe(0);
    expect(await rowOf('2026-11')).toMatchObject({ producerShare: RETURN, state: 'approved' });
  });

  test('keeps its amounts when a provider reports its fee later, and shows the difference', async () => {
    const { movieOrderId } = await sell();
    await approve();
    await server.database.db.insert(paymentAttempts).values({
      movieOrderId,
      provider: 'razorpay',
      receipt: `late-${count}`,
      amount: 17_600,
      currency: 'INR',
      billTotal: 17_600,
      state: 'paid',
      gatewayFee: 515,
      createdAt: clock.now(),
    });
    expect(await rowOf()).toMatchObject({ producerShare: SHARE, changedSinceApproval: -0.8 });
    const { json } = await readAsProducer();
    expect(json).toMatchObject({
      approval: { producerShare: 11_588 },
      total: { producerShare: 11_508 },
    });
    expect(await pdfText()).toContain(text.approvedShare('115.88'));
    await pay('UTR-1');
    expect((await lastAudit())!['changes']).toMatchObject([{ after: { producerShare: SHARE } }]);
  });
});

describe('a payment', () => {
  beforeEach(async () => void (await sell()));

  test('needs an approval', async () => {
    expect(await pay('UTR-1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not approved'),
    });
  });

  test('is made once: the same reference changes nothing, another reference is refused', async () => {
    await approve();
    await pay('UTR-1');
    const paid = await rowOf();
    clock.advance(60_000);
    expect(await pay('UTR-1')).toEqual({
      code: 0,
      out: 'The statement is already marked as paid with this reference. Nothing was changed.\n',
      err: '',
    });
    expect(await pay('UTR-2')).toEqual({
      code: 1,
      out: '',
      err: `The statement of ${channel.channelName} for 2026-10 was marked as paid on 2026-11-21 by asha@host-1, reference UTR-1. Nothing was changed. To correct it: cinema statement unpay\n`,
    });
    expect(await rowOf()).toEqual(paid);
  });

  test('and an approval are refused in the back office if the amounts have changed since the preview', async () => {
    const member = await anOfficeMember(server, 'finance');
    await member.client.post('/confirm', { code: member.nextCode() });
    const input = { channel: String(channel.channelId), month: '2026-10' };
    const approval = (await member.run('statement approve', input, { dryRun: true })).json;
    await sell();
    expect(
      (await member.run('statement approve', input, { seenVersion: approval.version })).json,
    ).toMatchObject({
      code: 'changed_meanwhile',
      changes: [{ before: { producerShare: 2 * SHARE, state: 'unapproved' } }],
    });
    expect(await rowOf()).toMatchObject({ state: 'unapproved' });
    await approve();

    const payment = { ...input, reference: 'UTR-1' };
    const { version } = (await member.run('statement pay', payment, { dryRun: true })).json;
    const added = await server.aFilm();
    await server.database.query(
      `insert into channel_movies (channel_id, movie_id) values (${channel.channelId}, ${added.movieId})`,
    );
    await sell(added);
    await approve();
    expect((await member.run('statement pay', payment, { seenVersion: version })).json.code).toBe(
      'changed_meanwhile',
    );
    expect(await rowOf()).toMatchObject({ state: 'approved', reference: null });
  });

  test('of parallel ones with different references happens once', async () => {
    await approve();
    const references = ['A', 'B', 'C', 'D', 'E'];
    const codes = (await Promise.all(references.map(pay))).map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(await rowOf()).toMatchObject({ state: 'paid', reference: references[codes.indexOf(0)] });
  });

  test('of parallel ones with the same reference happens once, and all succeed', async () => {
    await approve();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => pay('UTR-1')));
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    expect(outcomes.filter(({ out }) => out.includes('UTR-1'))).toHaveLength(1);
  });

  test('is corrected only with a reason, which the audit log keeps', async () => {
    await approve();
    await pay('UTR-1');
    expect(await run('unpay')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--reason is missing'),
    });
    expect((await run('unpay', '--reason "The bank returned it"')).code).toBe(0);
    expect(await lastAudit()).toMatchObject({
      command: 'statement unpay',
      outcome: 'done',
      args: {
        channel: String(channel.channelId),
        month: '2026-10',
        reason: 'The bank returned it',
      },
      changes: [
        {
          before: { producerShare: SHARE, reference: 'UTR-1' },
          after: { reason: 'The bank returned it' },
        },
      ],
    });
    expect(await rowOf()).toMatchObject({ state: 'approved', paidAt: null, reference: null });
    expect(await run('unpay', '--reason x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not marked as paid'),
    });
    expect((await pay('UTR-2')).code).toBe(0);
    expect(await rowOf()).toMatchObject({ state: 'paid', reference: 'UTR-2' });
  });

  test('in the back office needs a new code, and names the member', async () => {
    await approve();
    const member = await anOfficeMember(server, 'finance');
    const input = { channel: String(channel.channelId), month: '2026-10', reference: 'UTR-1' };
    expect(await member.run('statement pay', input)).toMatchObject({
      status: 403,
      json: { code: 'confirmation_required' },
    });
    expect((await rowOf()).state).toBe('approved');
    await member.post('/confirm', { code: member.nextCode() });
    expect((await member.run('statement pay', input)).status).toBe(200);
    expect((await rowOf()).paidBy).toMatch(new RegExp(`^${member.name} from `));
  });
});

describe('the producer', () => {
  test('sees the approval, then the payment with its reference, also in the PDF', async () => {
    await sell(film, '2026-11-02T06:00:00Z');
    await sell();
    expect((await readAsProducer()).json.approval).toBeNull();
    await approve();
    expect((await readAsProducer()).json.approval).toEqual({
      approvedOn: '2026-11-21',
      producerShare: 11_588,
      paidOn: null,
      paymentReference: null,
    });
    expect((await readAsProducer('2026-11')).json.approval).toBeNull();
    expect(await pdfText()).toContain('Approved on 21 November 2026');
    clock.set(new Date('2026-11-22T18:30:00Z'));
    await pay('UTR-1');
    expect((await readAsProducer()).json.approval).toMatchObject({
      paidOn: '2026-11-23',
      paymentReference: 'UTR-1',
    });
    expect(await pdfText()).toContain('Paid on 23 November 2026, reference UTR-1');
  });

  test('of another channel does not see the statement', async () => {
    await sell();
    await approve();
    const other = await server.aViewer({ roles: [PRODUCER] });
    expect(await readAsProducer('2026-10', other)).toMatchObject({
      status: 404,
      json: { code: 'movie_not_found' },
    });
  });

  test('exports and deletes the account: the amounts stay, without the channel', async () => {
    await sell();
    await approve();
    await pay('UTR-1');
    const { json } = await server.get('/api/auth/me/export', { as: producer });
    expect(json.approvedStatements).toMatchObject([
      {
        movieName: film.movieName,
        month: '2026-10',
        sums: { producerShare: 11_588 },
        paymentReference: 'UTR-1',
      },
    ]);
    await server.database.query(`update movies set active = 'N' where movie_id = ${film.movieId}`);
    expect((await server.delete('/api/auth/me', { as: producer })).status).toBe(204);
    const { rows } = await server.database.query(
      `select channel_id, payment_reference, sums->>'producerShare' as share from approved_statements
        where movie_id = ${film.movieId}`,
    );
    expect(rows).toEqual([{ channel_id: null, payment_reference: 'UTR-1', share: '11588' }]);
    const { statements } = await commands.cinemaJson('statement list --month 2026-10');
    expect(statements).toContainEqual(
      expect.objectContaining({ channelId: 0, owner: null, state: 'paid', producerShare: SHARE }),
    );
  });

  test('deletes the account before a payment: the statement can still be marked as paid, by film', async () => {
    await sell(film, '2026-09-05T06:00:00Z');
    const added = await server.aFilm({ importRef: `added-${count}` });
    await server.database.query(
      `insert into channel_movies (channel_id, movie_id) values (${channel.channelId}, ${added.movieId})`,
    );
    await sell(added, '2026-09-05T06:00:00Z');
    await run('approve', '', '2026-09');
    await server.database.query(
      `update movies set active = 'N' where movie_id in (${film.movieId}, ${added.movieId})`,
    );
    expect((await server.delete('/api/auth/me', { as: producer })).status).toBe(204);
    const otherFilm = await server.aFilm({ importRef: `other-${count}` });
    const other = await aChannel(
      server,
      { ownerId: (await server.aViewer({ roles: [PRODUCER] })).userId },
      [otherFilm],
    );
    await sell(otherFilm, '2026-09-05T06:00:00Z');

    const list = async (options: string) =>
      commands.cinemaJson(`statement list --month 2026-09 ${options}`);
    const first = await list('--limit 1');
    expect(first).toMatchObject({
      statements: [{ channelId: 0, films: 2, state: 'approved' }],
      next: '0',
    });
    expect(await list('--after 0')).toMatchObject({ statements: [{ channelId: other.channelId }] });
    expect((await commands.cinemaJson('statement show 0 --month 2026-09')).films).toHaveLength(2);

    const change = (verb: string, options: string) =>
      commands.cinema(`statement ${verb} 0 --month 2026-09 ${options}`);
    expect((await change('pay', `--film film-${count} --reference UTR-1`)).code).toBe(0);
    expect((await list('')).statements[0]).toMatchObject({ state: 'approved', reference: 'UTR-1' });
    expect((await change('pay', '--reference UTR-2')).out).toContain(String(SHARE));
    expect((await list('')).statements[0]).toMatchObject({
      state: 'paid',
      reference: 'UTR-1, UTR-2',
    });
    expect((await change('unpay', `--film added-${count} --reason "It came back"`)).code).toBe(0);
    expect(await change('unapprove', '--reason x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('could not be approved again'),
    });
  });
});

async function pdfText(): Promise<string> {
  const token = signUserToken(
    server.config.secrets.tokenSecret,
    { ...producer, roles: [PRODUCER] },
    clock.now(),
  );
  const headers = { authorization: `Bearer ${token}`, accept: 'application/pdf' };
  const response = await server.app.request(`/api/ott/statements/${film.movieId}/2026-10`, {
    headers,
  });
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');
}
