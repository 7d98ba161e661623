import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { displayCinemaMoment } from '#domain/format/moments.ts';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import { disputeEvidenceMessages } from '#messages/dispute-evidence.ts';
import { disputeMessages } from '#messages/disputes.ts';
import { submissionMails } from '#messages/submission-mails.ts';
import { sendTicketMails } from '#server/streaming/booking/mails/send.ts';
import { sendSubmissionMails } from '#server/streaming/submission/mails/send.ts';
import { feePayments, submissionFieldsFor } from '../support/fees.ts';
import { aCommandRunner } from '../support/cinema-cli.ts';
import { giftSteps } from '../support/gifts.ts';
import { anOfficeMember } from '../support/office.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { aServer, type TestServer } from '../support/test-server.ts';

const { meanings, phases, states } = disputeMessages;
const { summary, empty, titles } = disputeEvidenceMessages;

let server: TestServer;
let commands: ReturnType<typeof aCommandRunner>;
let folder: string;
beforeAll(async () => {
  server = await aServer();
  commands = aCommandRunner(server);
  folder = mkdtempSync(join(tmpdir(), 'matinee-evidence-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => server.database.query('delete from disputes'));

const script = async (provider: 'razorpay' | 'paypal', command: object) => {
  const reply = await (await server.scriptSandbox({ provider, ...command })).json();
  await server.sandbox.waitUntilIdle();
  return reply;
};

async function aTicket(film: object = {}, viewerFields: object = {}) {
  const { anUnpaidOrder, pay } = purchaseSteps(server);
  const made = await anUnpaidOrder({ buyerState: '33' }, viewerFields, await server.aFilm(film));
  const paid = await pay(made.viewer, made.order);
  await server.sandbox.waitUntilIdle();
  return {
    ...made,
    paymentId: paid.paymentTransactionNo as string,
    orderNo: made.order.orderNo as string,
  };
}

const openDispute = async (paymentId: string): Promise<string> =>
  (await script('razorpay', { action: 'dispute', payment_id: paymentId })).id;
const moveDispute = (dispute_id: string, status: string) =>
  script('razorpay', { action: 'move_dispute', dispute_id, status });
const list = async (options = '') =>
  (await commands.cinemaJson(`dispute list ${options}`)).disputes;
const show = (dispute: string) => commands.cinemaJson(`dispute show ${dispute}`);

async function insertUnknown(disputeId: string, respondBy: Date | null) {
  await server.database.query(
    `insert into disputes (dispute_id, provider, provider_payment_id, amount, currency, state, phase, respond_by, opened_at, changed_at)
     values ($1, 'razorpay', 'pay_of_another_shop', 9900, 'INR', 'open', 'retrieval', $2, $3, $3)`,
    [disputeId, respondBy, server.clock.now()],
  );
}

async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  return (await extractText(pdf, { mergePages: true })).text.replaceAll(/\s+/g, ' ');
}

let fileCount = 0;
/** Saves the evidence by the command, and reads it. */
async function evidenceOf(dispute: string) {
  const name = `evidence-${++fileCount}.pdf`;
  const { code, err } = await commands.cinema(`dispute evidence ${dispute} ${name}`, {
    cwd: folder,
  });
  expect([code, err]).toEqual([0, '']);
  return readPdf(readFileSync(join(folder, name)));
}

describe('cinema dispute list and show', () => {
  test('follow a dispute from its opening until it is lost', async () => {
    const { paymentId, orderNo, film } = await aTicket();
    const id = await openDispute(paymentId);
    const opened = {
      disputeId: id,
      orderNo,
      feeNo: null,
      movieName: film.movieName,
      amount: 176,
      currency: 'INR',
    };
    expect(await list()).toEqual([
      expect.objectContaining({
        ...opened,
        state: 'open',
        phase: 'chargeback',
        meaning: meanings.chargeback,
      }),
    ]);
    expect((await commands.cinema('dispute list')).out).toContain(phases.chargeback);
    await moveDispute(id, 'under_review');
    expect(await list()).toMatchObject([{ state: 'under_review', meaning: meanings.under_review }]);
    await moveDispute(id, 'lost');
    expect(await list()).toEqual([]);
    expect((await commands.cinema('dispute list')).out.trim()).toBe(disputeMessages.noneUndecided);
    expect(await list('--state lost')).toMatchObject([
      { ...opened, state: 'lost', meaning: meanings.lost },
    ]);
    const shown = await show(id);
    expect(shown).toMatchObject({
      ...opened,
      paymentStatus: 'REFUNDED',
      amountDeducted: 176,
      hasEvidence: true,
    });
    const { out } = await commands.cinema(`dispute show ${id}`);
    expect(out).toMatch(new RegExp(`^state +${states.lost}$`, 'm'));
    expect((await commands.cinemaJson(`order show ${orderNo}`)).paymentStatus).toBe('REFUNDED');
  });

  test('show the dispute of a PayPal payment with the words of PayPal’s stage', async () => {
    const { anUnpaidOrder, reportPayment } = purchaseSteps(server);
    const { viewer, order } = await anUnpaidOrder({ buyerCountry: 'US' });
    const path = `/api/ott/orders/${order.movieOrderId}/checkout`;
    const { order_id } = (await server.post(path, { as: viewer, body: { provider: 'paypal' } }))
      .json;
    await server.post('/sandbox/paypal/approve', { body: { order_id } });
    const paid = await reportPayment(viewer, order, {
      paymentStatus: 'PAID',
      paypal_order_id: order_id,
    });
    const { id } = await script('paypal', {
      action: 'dispute',
      capture_id: paid.json.paymentTransactionNo,
    });
    expect(await list()).toMatchObject([{ disputeId: id, currency: 'USD', phase: 'CHARGEBACK' }]);
    expect((await commands.cinema('dispute list')).out).toContain(phases.chargeback);
  });

  test('put the dispute first that must be answered first, and one without a date last', async () => {
    const at = (days: number) => new Date(server.clock.now().getTime() + days * DAY);
    await insertUnknown('disp_c', null);
    await insertUnknown('disp_b', at(9));
    await insertUnknown('disp_d', at(2));
    await insertUnknown('disp_a', at(9));
    const ids = async (options?: string) =>
      (await list(options)).map(({ disputeId }: { disputeId: string }) => disputeId);
    expect(await ids()).toEqual(['disp_d', 'disp_a', 'disp_b', 'disp_c']);
    const first = await commands.cinemaJson('dispute list --limit 2');
    expect(first.next).toBe('disp_a');
    expect(await ids('--after disp_a')).toEqual(['disp_b', 'disp_c']);
  });

  test('say that a payment is of another system, which has no evidence', async () => {
    await insertUnknown('disp_x', server.clock.now());
    const row = {
      orderNo: null,
      feeNo: null,
      movieName: null,
      meaning: disputeMessages.unknownPayment,
    };
    expect(await list()).toMatchObject([row]);
    expect(await show('disp_x')).toMatchObject({ ...row, hasEvidence: false });
    const refused = await commands.cinema('dispute evidence disp_x none.pdf', { cwd: folder });
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(disputeMessages.unknownPayment),
    ]);
  });

  test('name what is unknown', async () => {
    const { code, err } = await commands.cinema('dispute show disp_none');
    expect([code, err]).toEqual([1, expect.stringContaining(disputeMessages.unknown('disp_none'))]);
  });

  test('the metric has the first date for an answer, and none once all are answered', async () => {
    const metric = async () => {
      const { text } = await server.get('/api/ott/metrics');
      return Number(/^matinee_dispute_answer_by_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
    };
    expect(await metric()).toBeNaN();
    const respondBy = new Date('2026-12-05T10:30:00Z');
    await insertUnknown('disp_m', respondBy);
    await insertUnknown('disp_n', null);
    expect(await metric()).toBe(respondBy.getTime() / 1000);
    await server.database.query(`update disputes set state = 'under_review'`);
    expect(await metric()).toBeNaN();
  });
});

describe('the evidence', () => {
  test('has ticket, buyer, devices, plays with addresses, keys, invoice and mails', async () => {
    const { paymentId, orderNo, film, viewer, order } = await aTicket(
      { movieName: 'கடல்', movieNameEn: 'Kadal' },
      { firstName: 'Asha', lastName: 'Rao', emailId: 'asha@film.example', mobile: '9000000417' },
    );
    await sendTicketMails(server.deps);
    const { rows } = await server.database.query(
      `select * from orders where movie_order_id = ${order.movieOrderId}`,
    );
    const row = rows[0] as Record<string, number>;
    const startedAt = server.clock.now();
    await server.database.query(
      `insert into sessions (session_id, user_id, created_on, last_seen_on, ip_address, user_agent)
       values (gen_random_uuid(), $1, $2, $2, '198.51.100.7', 'Mozilla/5.0 (X11; Linux x86_64)')`,
      [viewer.userId, startedAt],
    );
    const ticket = {
      movieOrderId: row['movie_order_id'],
      movieId: row['movie_id'],
      userId: row['user_id'],
    };
    const { session, play } = await server.aPlaybackSession(
      ticket as Parameters<typeof server.aPlaybackSession>[0],
      (await server.aPackageId()) ?? film.packageId,
    );
    const endedAt = new Date(startedAt.getTime() + 95 * MINUTE);
    await server.database.query(
      `update movie_plays set ip_address = '203.0.113.9', device_type = 'WEB', play_seek_time = 91.5, play_end_time = $1 where movie_play_id = $2`,
      [endedAt, play.moviePlayId],
    );
    await server.database.query(
      'update playback_sessions set key_minute = $1 where session_id = $2',
      [endedAt, session.sessionId],
    );
    const text = await evidenceOf(await openDispute(paymentId));
    const { invoiceNo } = (
      await server.get(`/api/ott/orders/${order.movieOrderId}`, { as: viewer })
    ).json;
    for (const words of [
      orderNo,
      'கடல் (Kadal)',
      'Asha Rao',
      'asha@film.example',
      '+91 9000000417',
      paymentId,
      '198.51.100.7',
      'Mozilla/5.0 (X11; Linux x86_64)',
      '203.0.113.9',
      '91.5',
      invoiceNo,
      'INR 176.00',
      'INR 149.00',
      '33-Tamil Nadu',
      'Your ticket is open for 24 hours.',
      summary.played(1, displayCinemaMoment(startedAt)),
      summary.playedFrom('203.0.113.9', 0),
      summary.keys(displayCinemaMoment(endedAt)),
    ])
      expect(text).toContain(words);
    expect(text).not.toContain(titles.returns);
  });

  test('says that the film was not started, and what has gone back', async () => {
    const { paymentId } = await aTicket();
    const id = await openDispute(paymentId);
    const before = await evidenceOf(id);
    for (const words of [summary.notPlayed, empty.plays, empty.keys])
      expect(before).toContain(words);
    await moveDispute(id, 'lost');
    const after = await evidenceOf(id);
    expect(after).toContain(titles.returns);
    expect(after).toContain('Credit Note');
    expect(after).toContain(
      summary.returned('INR 176.00', displayCinemaMoment(server.clock.now())),
    );
  });

  test('of a submission fee has the film, the signature and what the cinema did', async () => {
    const maker = await server.aViewer({ firstName: 'Ravi', emailId: 'ravi@film.example' });
    const fees = feePayments(server);
    const { paid } = await fees.aPaidFee(maker);
    const submitted = await fees.submit(maker, {
      movieName: 'The Salt Ferry',
      movieNameEn: 'The Salt Ferry',
      contactSignature: 'Ravi K',
      ...submissionFieldsFor(paid),
    });
    expect(submitted.status).toBe(201);
    await sendSubmissionMails(server.deps);
    await server.sandbox.waitUntilIdle();
    const id = await openDispute(paid.paymentTransactionNo);
    expect(await list()).toMatchObject([
      { orderNo: null, feeNo: paid.feeNo, movieName: 'The Salt Ferry' },
    ]);
    const text = await evidenceOf(id);
    for (const words of [
      paid.feeNo,
      'INR 500.00',
      'The Salt Ferry',
      'ravi@film.example',
      'Ravi K',
      titles.steps,
      submissionMails.leads.received,
    ])
      expect(text).toContain(words);
  });

  test('of an unused fee says so', async () => {
    const { paid } = await feePayments(server).aPaidFee(await server.aViewer());
    await server.sandbox.waitUntilIdle();
    expect(await evidenceOf(await openDispute(paid.paymentTransactionNo))).toContain(
      summary.notSubmitted,
    );
  });

  test('of a gift says who has the ticket, and has the starts by its receiver', async () => {
    const { giver, film, order, code } = await giftSteps(server).aGift();
    await server.sandbox.waitUntilIdle();
    const id = await openDispute(order.paymentTransactionNo);
    expect(await evidenceOf(id)).toContain(summary.giftUnclaimed);
    const receiver = await server.aViewer();
    expect((await giftSteps(server).claim(receiver, code)).status).toBe(200);
    await server.database.query(
      `insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time, ip_address) values ($1, $2, $3, $4, '203.0.113.77')`,
      [film.movieId, receiver.userId, order.movieOrderId, server.clock.now()],
    );
    const text = await evidenceOf(id);
    expect(text).toContain(summary.giftClaimed(displayCinemaMoment(server.clock.now())));
    expect(text).toContain(summary.playedFrom('203.0.113.77', 0));
    expect(text).toContain(String(giver.mobile));
    expect(text).not.toContain(String(receiver.mobile));
  });

  test('of a deleted account says so, and still has payment and invoice', async () => {
    const { paymentId, viewer, orderNo } = await aTicket();
    await server.database.query('update orders set user_id = null where user_id = $1', [
      viewer.userId,
    ]);
    const text = await evidenceOf(await openDispute(paymentId));
    expect(text).toContain(summary.accountDeleted);
    for (const words of [orderNo, paymentId, 'Tax Invoice']) expect(text).toContain(words);
  });

  test('with many plays has several pages, each with the heads of the table', async () => {
    const { paymentId, viewer, film, order } = await aTicket();
    await server.database.query(
      `insert into movie_plays (movie_id, user_id, movie_order_id, play_start_time, ip_address)
       select $1, $2, $3, $4::timestamptz + n * interval '1 minute', '203.0.113.' || n from generate_series(1, 150) n`,
      [film.movieId, viewer.userId, order.movieOrderId, server.clock.now()],
    );
    const id = await openDispute(paymentId);
    const { code } = await commands.cinema(`dispute evidence ${id} many.pdf`, { cwd: folder });
    expect(code).toBe(0);
    const pdf = await getDocumentProxy(new Uint8Array(readFileSync(join(folder, 'many.pdf'))));
    const { text: pages } = await extractText(pdf);
    expect(pages.length).toBeGreaterThan(3);
    const head = disputeEvidenceMessages.heads.plays.join(' ');
    const withPlays = pages
      .map((page) => page.replaceAll(/\s+/g, ' '))
      .filter((page) => / 203\.0\.113\.\d+ (?!and )-/.test(page));
    expect(withPlays.length).toBeGreaterThan(2);
    expect(withPlays.filter((page) => !page.includes(head))).toEqual([]);
    expect(pages.join(' ').replaceAll(/\s+/g, ' ')).toContain('and 145 more addresses');
    for (const n of [1, 75, 150]) expect(pages.join(' ')).toContain(`203.0.113.${n}`);
    const { info, metadata } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: disputeEvidenceMessages.documentTitle(id) });
    expect(metadata?.get('pdfuaid:part')).toBe('1');
  });

  test('is a file that only its owner reads, replaces no other file, and is audited', async () => {
    const id = await openDispute((await aTicket()).paymentId);
    const save = (options = '') =>
      commands.cinema(`dispute evidence ${id} once.pdf ${options}`, { cwd: folder });
    expect((await save('--dry-run')).out).toContain('nothing was written');
    expect((await save()).code).toBe(0);
    expect(statSync(join(folder, 'once.pdf')).mode & 0o777).toBe(0o600);
    expect(await save()).toMatchObject({ code: 1, err: expect.stringContaining('exists') });
    const { audit } = await commands.cinemaJson('audit --limit 2');
    expect(audit).toMatchObject([
      { command: 'dispute evidence', outcome: 'refused' },
      { command: 'dispute evidence', outcome: 'done', who: 'asha@host-1', args: { dispute: id } },
    ]);
  });
});

describe('the back office', () => {
  type Member = Awaited<ReturnType<typeof anOfficeMember>>;
  const allow = (member: Pick<Member, 'post'>, id: string) =>
    member.post(`/disputes/${id}/evidence`);
  const confirm = (member: Member) => member.post('/confirm', { code: member.nextCode() });
  const fetchPdf = async (url: string, member: Pick<Member, 'client'>) =>
    server.app.request(url, { headers: { cookie: member.client.cookie } });

  test('lists disputes with words, and shows one', async () => {
    const member = await anOfficeMember(server, 'finance');
    const { paymentId, orderNo } = await aTicket();
    const id = await openDispute(paymentId);
    const listed = (await member.run('dispute list')).json;
    expect(listed.data.disputes).toEqual([
      expect.objectContaining({
        disputeId: id,
        orderNo,
        state: states.open,
        phase: phases.chargeback,
      }),
    ]);
    expect(listed.tables.disputes).toEqual(
      expect.arrayContaining([
        { key: 'respondBy', heading: 'answer by', type: 'instant' },
        { key: 'meaning', heading: 'meaning', type: 'text' },
      ]),
    );
    const shown = (await member.run('dispute show', { dispute: id })).json.data;
    expect(shown).toMatchObject({ disputeId: id, state: states.open, hasEvidence: true });
  });

  test('downloads the evidence once for each link, and the audit log says who', async () => {
    const owner = await anOfficeMember(server, 'owner');
    const member = await anOfficeMember(server, 'finance');
    const { paymentId, orderNo } = await aTicket();
    const id = await openDispute(paymentId);
    await confirm(member);
    const { url } = (await allow(member, id)).json;
    const response = await fetchPdf(url, member);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="dispute-${id}.pdf"`,
    );
    expect(await readPdf(new Uint8Array(await response.arrayBuffer()))).toContain(orderNo);
    expect(await (await fetchPdf(url, member)).json()).toMatchObject({
      status: 403,
      code: 'token_invalid',
    });
    expect((await owner.run('audit audit')).json.data.audit[0]).toMatchObject({
      command: 'Save the evidence of a dispute',
      args: { dispute: id },
      outcome: 'done',
      who: `${member.name} from 127.0.0.1`,
    });
  });

  test('refuses other roles, members without a new code, other members, viewers, and what is unknown', async () => {
    const id = await openDispute((await aTicket()).paymentId);
    const [finance, support] = [
      await anOfficeMember(server, 'finance'),
      await anOfficeMember(server, 'support'),
    ];
    server.clock.advance(6 * MINUTE);
    expect((await allow(finance, id)).json).toMatchObject({
      status: 403,
      code: 'confirmation_required',
    });
    await confirm(support);
    expect((await allow(support, id)).json).toMatchObject({ status: 403, code: 'role_required' });
    await confirm(finance);
    const { url } = (await allow(finance, id)).json;
    const other = await anOfficeMember(server, 'finance');
    for (const member of [support, other]) expect((await fetchPdf(url, member)).status).toBe(403);
    expect((await fetchPdf(url.replace(id, 'disp_other'), finance)).status).toBe(403);
    const as = { userId: (await server.aViewer()).userId, roles: ['owner'] };
    for (const options of [{}, { as }]) {
      expect((await server.get(url, options)).status).toBe(401);
      expect(
        (await server.post(`/api/office/disputes/${id}/evidence`, { ...options, body: {} })).status,
      ).toBe(401);
    }
    expect((await allow(finance, 'disp_none')).json).toMatchObject({
      status: 404,
      code: 'dispute_unknown',
    });
    await insertUnknown('disp_y', null);
    expect((await allow(finance, 'disp_y')).json).toMatchObject({
      status: 409,
      code: 'evidence_missing',
    });
    server.clock.advance(2 * MINUTE);
    expect((await fetchPdf(url, finance)).status).toBe(403);
  });
});
