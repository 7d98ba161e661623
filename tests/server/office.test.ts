import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OperationResult } from '#contract/operation-result.ts';
import { HOUR, MINUTE } from '#domain/limits/durations.ts';
import { OFFICE_ROLES, type OfficeRole } from '#domain/office-roles.ts';
import { officeMessages as text } from '#messages/office.ts';
import { startSession as startViewerSession } from '#server/auth/session/sessions.ts';
import { deleteExpiredRows } from '#server/db/delete-expired-rows.ts';
import { changeMemberRoles, removeMember } from '#server/office/members.ts';
import { decryptFactorSecret, reencryptFactorSecrets } from '#server/office/second-factor.ts';
import { commandGroups } from '../../scripts/cinema/command-groups.ts';
import { officeOperations } from '../../scripts/cinema/office-operations.ts';
import { officePermissions } from '../../scripts/cinema/office-permissions.ts';
import { listOfficeMembers } from '#server/office/members.ts';
import { commandName } from '../../scripts/cinema/parse-command-line.ts';
import { aCommandRunner } from '../support/cinema-cli.ts';
import { purchaseSteps } from '../support/purchase.ts';
import {
  anInvitation,
  anOfficeMember,
  appCode,
  OFFICE_PASSWORD,
  officeClient,
} from '../support/office.ts';
import { aClock, aServer } from '../support/test-server.ts';
import { waitFor } from '../support/wait-for.ts';
import { NOON } from '../support/test-now.ts';

const server = await aServer({
  clock: aClock(NOON),
  settings: { BACKUP_TO: join(tmpdir(), 'matinee-no-backups') },
});
const { operations } = officeOperations;
const ALLOWED_ORIGIN = server.config.siteOrigins[0];

describe('an invitation to the back office', () => {
  test('sets a password and a second factor, signs in, and works once', async () => {
    const { name, invitation } = await anInvitation(server, ['support']);
    const client = officeClient(server);
    const { json: strangersView } = await officeClient(server).post('/invitations/open', {
      invitation,
    });
    const { json: opened } = await client.post('/invitations/open', { invitation });
    expect(opened).toMatchObject({
      name,
      otpauthUrl: expect.stringMatching(/^otpauth:\/\/totp\/Matinee/),
    });
    const accept = (code: string, password = OFFICE_PASSWORD) =>
      client.post('/invitations/accept', { invitation, password, code });
    expect((await accept('000000')).json).toMatchObject({ code: 'otp_invalid' });
    const strangersCode = appCode(strangersView.secret, server.clock.now());
    expect((await accept(strangersCode)).json).toMatchObject({ code: 'otp_invalid' });
    expect((await accept(appCode(opened.secret, server.clock.now()), 'short')).status).toBe(422);
    const accepted = await accept(appCode(opened.secret, server.clock.now()));
    expect(accepted.json).toMatchObject({ name, roles: ['support'], confirmedUntil: null });
    expect(accepted.json.recoveryCodes).toHaveLength(10);
    expect(accepted.headers.get('set-cookie')).toMatch(
      /; Path=\/api\/office; HttpOnly; SameSite=Strict$/,
    );
    expect((await client.get('/me')).json).toMatchObject({ name });
    server.clock.advance(MINUTE);
    const again = await accept(appCode(opened.secret, server.clock.now()));
    expect(again.json).toMatchObject({ status: 403, code: 'invitation_invalid' });
  });

  test('is listed with the time of the server, and ends after 24 hours', async () => {
    const { name, invitation } = await anInvitation(server, ['support']);
    const invited = (await listOfficeMembers(server.deps)).find((member) => member.name === name);
    expect(invited?.createdOn).toEqual(server.clock.now());
    server.clock.advance(24 * HOUR);
    const reply = await officeClient(server).post('/invitations/open', { invitation });
    expect(reply.json).toMatchObject({ status: 403, code: 'invitation_invalid' });
  });
});

describe('signing in to the back office', () => {
  test('needs the name, the password and a new code; the reply does not say which is wrong', async () => {
    const member = await anOfficeMember(server, 'finance');
    const signIn = (change: object) =>
      officeClient(server).post('/sign-in', {
        name: member.name,
        password: OFFICE_PASSWORD,
        code: '000000',
        ...change,
      });
    const code = member.nextCode();
    const refusals = [
      await signIn({ name: 'nobody', code }),
      await signIn({ password: 'another pass phrase', code }),
      await signIn({}),
    ];
    for (const { json } of refusals)
      expect(json).toMatchObject({
        status: 401,
        code: 'unauthenticated',
        message: text.signInFailed,
      });
    expect((await signIn({ name: member.name.toUpperCase(), code })).json).toMatchObject({
      name: member.name,
    });
    expect((await signIn({ code })).status).toBe(401);
    const [recoveryCode] = member.recoveryCodes;
    expect((await signIn({ code: recoveryCode!.toUpperCase() })).status).toBe(200);
    expect((await signIn({ code: recoveryCode })).status).toBe(401);
  });

  test('is refused after ten wrong tries within an hour, also with the right code', async () => {
    const member = await anOfficeMember(server, 'finance');
    const signIn = (password: string) =>
      officeClient(server).post('/sign-in', {
        name: member.name,
        password,
        code: member.nextCode(),
      });
    for (let tries = 0; tries < 10; tries++)
      expect((await signIn('a wrong pass phrase')).status).toBe(401);
    expect((await signIn(OFFICE_PASSWORD)).status).toBe(429);
  });

  test('lasts twelve hours, until the person signs out or is removed', async () => {
    const [one, another, third] = [
      await anOfficeMember(server, 'support'),
      await anOfficeMember(server, 'support'),
      await anOfficeMember(server, 'support'),
    ];
    expect((await one.post('/sign-out')).status).toBe(204);
    await removeMember(server.deps, another.name);
    for (const { client } of [one, another]) expect((await client.get('/me')).status).toBe(401);
    server.clock.advance(12 * HOUR - 5 * MINUTE);
    expect((await third.get('/me')).status).toBe(200);
    server.clock.advance(5 * MINUTE);
    expect((await third.get('/me')).json).toMatchObject({
      status: 401,
      code: 'office_session_required',
    });
    server.clock.advance(1);
    await deleteExpiredRows(server.deps.db, server.clock.now());
    expect(
      (await server.database.query('select count(*)::int as count from office_sessions')).rows,
    ).toEqual([{ count: 0 }]);
  });
});

describe('a session of the back office', () => {
  test('is not valid for the viewers’ API, and a viewer’s token is not valid for the back office', async () => {
    const member = await anOfficeMember(server, 'owner');
    const token = member.client.cookie.replace('matinee-office=', '');
    expect(
      (await server.get('/api/ott/orders', { token, headers: { cookie: member.client.cookie } }))
        .status,
    ).toBe(403);
    const viewer = { userId: (await server.aViewer()).userId, roles: ['owner', 'Producer'] };
    expect((await server.get('/api/office/operations', { as: viewer })).status).toBe(401);
  });

  test('rejects a form that another site sends', async () => {
    const member = await anOfficeMember(server, 'owner');
    const send = (type: string, headers: Record<string, string>) =>
      member.post('/operations/doctor/doctor', {}, { 'content-type': type, ...headers });
    const ofOtherSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const ofOwnSite = { origin: ALLOWED_ORIGIN, 'sec-fetch-site': 'same-origin' };
    expect((await send('text/plain', ofOtherSite)).status).toBe(403);
    expect((await send('text/plain', ofOwnSite)).status).toBe(415);
    expect((await send('application/json', ofOwnSite)).status).toBe(200);
  });

  test('uses changed roles from the next request on', async () => {
    const member = await anOfficeMember(server, 'support');
    expect((await member.run('review list')).status).toBe(403);
    await changeMemberRoles(server.deps, member.name, ['moderator']);
    expect((await member.run('review list')).status).toBe(200);
    expect((await member.run('order find')).status).toBe(403);
  });
});

test('every operation is refused without a session and to each role that may not use it', async () => {
  const members: [OfficeRole, Awaited<ReturnType<typeof anOfficeMember>>][] = [];
  for (const role of OFFICE_ROLES) members.push([role, await anOfficeMember(server, role)]);
  const UNKNOWN_FIELD = { input: { noSuchField: 'x' } };
  for (const { noun, verb, roles, isChange } of operations) {
    const path = `/operations/${noun}/${verb}`;
    expect([path, (await officeClient(server).post(path, UNKNOWN_FIELD)).status]).toEqual([
      path,
      401,
    ]);
    for (const [role, member] of members) {
      // The unknown field stops an allowed operation before it begins. A dry run needs no confirmation.
      const { json } = await member.post(path, { ...UNKNOWN_FIELD, dryRun: isChange });
      const isAllowed = role === 'owner' || roles.includes(role);
      expect([path, role, json.code]).toEqual([
        path,
        role,
        isAllowed ? 'validation_failed' : 'role_required',
      ]);
    }
  }
});

test('docs/office.md lists who may use each operation', () => {
  expect(readFileSync('docs/office.md', 'utf8')).toContain(
    officePermissions(officeOperations.operations),
  );
});

test('each command is an operation of the back office, unless it works with files of the server', () => {
  const commands = commandGroups.flatMap((group) =>
    group.commands.map((command) => ({
      name: `${group.name} ${commandName(command)}`,
      isOffered: operations.some(
        ({ noun, verb }) => noun === group.name && verb === commandName(command),
      ),
      onlyInTerminal: command.onlyInTerminal === true,
    })),
  );
  for (const { name, isOffered, onlyInTerminal } of commands)
    expect([name, isOffered]).toEqual([name, !onlyInTerminal]);
  expect(
    commands.filter(({ onlyInTerminal }) => onlyInTerminal).map(({ name }) => name.split(' ')[0]),
  ).toEqual(expect.arrayContaining(['media', 'import', 'host', 'restore']));
});

describe('an operation', () => {
  test('has a dry run, changes data, and is in the audit log with the person and the address', async () => {
    const member = await anOfficeMember(server, 'programmer');
    const film = await server.aFilm({ ticketRate: 149 });
    const input = { film: String(film.movieId), rupees: '99' };
    const listed = (await member.run('movie list')).json;
    expect(listed).toMatchObject({
      view: 'list',
      tables: {
        movies: expect.arrayContaining([{ key: 'movieName', heading: 'name', type: 'text' }]),
      },
      data: { movies: expect.any(Array) },
    });
    const planned = await member.run('movie price', input, { dryRun: true });
    expect(planned.json.data).toMatchObject({
      dryRun: true,
      changes: [{ after: { ticketRate: 99 } }],
    });
    const rate = async () =>
      (await server.get(`/api/ott/public/movies/${film.movieId}`)).json.ticketRate;
    expect(await rate()).toBe(149);
    expect((await member.run('movie price', input)).status).toBe(200);
    expect(await rate()).toBe(99);
    const owner = await anOfficeMember(server, 'owner');
    const { audit } = (await owner.run('audit audit')).json.data as { audit: object[] };
    expect(audit[0]).toMatchObject({
      command: 'Set the price of a film',
      who: expect.stringMatching(/ from 127\.0\.0\.1$/),
    });
  });

  test('says which values are times, in lists and in changes', async () => {
    const member = await anOfficeMember(server, 'programmer');
    const film = await server.aFilm({ movieName: '2026-11-20T06:30:00Z' });
    const { tables } = (await member.run('movie list')).json as OperationResult;
    const types = Object.fromEntries(tables['movies']!.map(({ key, type }) => [key, type]));
    expect(types).toMatchObject({
      movieName: 'text',
      ticketRate: 'rupees',
      streamingStartDate: 'instant',
    });
    const input = { film: String(film.movieId), moment: '2030-12-05 18:00' };
    const planned = (await member.run('movie schedule', input, { dryRun: true })).json;
    expect(planned).toMatchObject({
      view: 'changes',
      changeTypes: { streamingStartDate: 'instant' },
    });
    const shown = (await member.run('movie show', { film: String(film.movieId) })).json;
    expect(shown).toMatchObject({ view: 'film', facts: { movieName: 'text' } });
  });

  test('has a file for spreadsheets with the values', async () => {
    const film = await server.aFilm({ movieName: '1917' });
    await server.anOrder(await server.aViewer(), film, { paidAt: server.clock.now() });
    const member = await anOfficeMember(server, 'finance');
    const { json } = await member.run('report sales', { film: String(film.movieId), csv: true });
    const { sheet, lines } = json as OperationResult;
    const headings = sheet!.columns.map(({ heading }) => heading);
    const valueIn = (heading: string) => sheet!.rows[0]![headings.indexOf(heading)];
    expect([valueIn('name'), valueIn('tickets')]).toEqual(['1917', 1]);
    expect(valueIn('gross ₹')).toBeTypeOf('number');
    expect(lines[1]).toContain('"1917"');
  });

  test('names each wrong field, and refuses files of the server', async () => {
    const member = await anOfficeMember(server, 'programmer');
    const wrong = await member.run('movie price', {
      film: '1',
      rupees: 'cheap',
      poster: '/etc/passwd',
    });
    expect(wrong.json.errors).toEqual([
      { path: 'poster', message: 'There is no field "poster".' },
      { path: 'rupees', message: 'must be an amount in rupees, with at most two decimals' },
    ]);
    const missing = await member.run('movie price');
    expect(missing.json.errors.map(({ path }: { path: string }) => path)).toEqual([
      'film',
      'rupees',
    ]);
    expect(
      (await member.run('movie price', { film: 'no-such-film', rupees: '1' })).json,
    ).toMatchObject({
      status: 404,
      message: expect.stringContaining('There is no film "no-such-film"'),
    });
    expect((await member.run('media attach', { film: '1', folder: '/etc' })).status).toBe(404);
  });

  test('marks options that it needs as required', () => {
    const fieldsOf = (noun: string, verb: string) =>
      operations
        .find((each) => each.noun === noun && each.verb === verb)!
        .fields.filter(({ isRequired }) => isRequired)
        .map(({ name }) => name);
    expect(fieldsOf('order', 'refund')).toEqual(['order', 'reason']);
    expect(fieldsOf('movie', 'add')).toEqual(['name', 'language', 'price']);
    expect(fieldsOf('order', 'extend')).toEqual([]);
  });

  test('shows the GST figures in rupees', async () => {
    const { anUnpaidOrder, pay } = purchaseSteps(server);
    const { viewer, order } = await anUnpaidOrder({ buyerState: '33' });
    await pay(viewer, order);
    const member = await anOfficeMember(server, 'finance');
    const { figures } = (await member.run('report gst', { month: '2026-11' })).json.data;
    expect(figures[0]).toMatchObject({ document: 'invoice', rate: 18, taxable: 149, total: 176 });
    expect(figures.at(-1)).toMatchObject({ document: 'net', total: 176 });
  });

  test('returns all values of the JSON output, also those that no element of a page needs', async () => {
    const { anUnpaidOrder, pay } = purchaseSteps(server);
    const { viewer, order, film } = await anUnpaidOrder();
    await pay(viewer, order);
    const owner = await anOfficeMember(server, 'owner');
    const { cinemaJson } = aCommandRunner(server);
    for (const [operation, input, typed] of [
      ['order show', { order: order.orderNo }, order.orderNo],
      ['movie show', { film: String(film.movieId) }, String(film.movieId)],
      ['report sales', { film: String(film.movieId) }, `--film ${film.movieId}`],
      ['user show', { person: String(viewer.userId) }, String(viewer.userId)],
      ['genre list', {}, ''],
    ] as const) {
      const { json } = await owner.run(operation, input);
      expect(json.data, operation).toEqual(await cinemaJson(`${operation} ${typed}`.trim()));
    }
  });

  test('takes the text of a page', async () => {
    const member = await anOfficeMember(server, 'programmer');
    const edited = await member.run(
      'page edit',
      { page: 'about-us' },
      { content: 'A cinema.\nFor everybody.' },
    );
    expect(edited.status).toBe(200);
    expect((await member.run('page show', { page: 'about-us' })).json.data.pageContent).toBe(
      'A cinema.\nFor everybody.',
    );
  });

  test('that changes one object has its current values, for the roles that may use it', async () => {
    const owner = await anOfficeMember(server, 'owner');
    const moderator = await anOfficeMember(server, 'moderator');
    const { movieId } = await server.aFilm({
      ticketRate: 149,
      streamingStartDate: new Date('2026-12-05T12:30:00Z'),
    });
    const read = async (name: string, object: string | number, member = owner) =>
      (await member.get(`/operations/${name.replace(' ', '/')}/current-values?object=${object}`))
        .json;
    await owner.run('collection add', { name: 'Trains', films: [String(movieId)], order: '3' });
    await owner.run('subscription add', { content: 'A day', order: '2' });
    const { subscriptions } = (await owner.run('subscription list')).json.data;
    expect((await read('movie price', movieId)).values).toEqual({ rupees: '149' });
    expect((await read('movie schedule', movieId)).values).toMatchObject({
      moment: '2026-12-05 18:00 IST',
    });
    expect((await read('collection films', 'Trains')).values.films).toHaveLength(1);
    expect((await read('collection order', 'Trains')).values).toEqual({ place: '3' });
    const { subscriptionId } = subscriptions.find(
      ({ content }: { content: string }) => content === 'A day',
    );
    expect((await read('subscription edit', subscriptionId)).values).toEqual({
      content: 'A day',
      order: '2',
    });
    expect((await read('office roles', owner.name)).values).toEqual({ role: ['owner'] });

    expect(await read('movie price', movieId, moderator)).toMatchObject({
      status: 403,
      code: 'role_required',
    });
    for (const [name, object] of [
      ['movie price', 'no-such-film'],
      ['movie remove', movieId],
      ['collection order', 'nothing'],
      ['subscription edit', '99999999999'],
      ['channel edit', '7'],
      ['page edit', 'nothing'],
    ] as const)
      expect([name, (await read(name, object)).status]).toEqual([
        name,
        name === 'page edit' ? 409 : 404,
      ]);
    expect(
      (await officeClient(server).get('/operations/movie/price/current-values?object=1')).status,
    ).toBe(401);
  });

  test('offers the rows of lists, which have the keys that its fields name', async () => {
    const owner = await anOfficeMember(server, 'owner');
    const choices = operations.flatMap(({ fields }) =>
      fields.flatMap((field) => field.choices ?? []),
    );
    for (const { noun, value, label, filter } of choices) {
      const filters = operations.find((each) => each.noun === noun && each.verb === 'list')!.fields;
      expect(filters.map(({ name }) => name)).toEqual(
        expect.arrayContaining(filter ? [filter] : []),
      );
      const { tables } = (await owner.run(`${noun} list`)).json as Pick<OperationResult, 'tables'>;
      expect(Object.values(tables)[0]?.map(({ key }) => key)).toEqual(
        expect.arrayContaining([value, label]),
      );
    }
  });

  test('that changes roles or moves money needs a new code, which works once and for five minutes', async () => {
    const owner = await anOfficeMember(server, 'owner');
    const invite = (name: string) => owner.run('office invite', { name, role: ['support'] });
    expect((await invite('first')).json).toMatchObject({
      status: 403,
      code: 'confirmation_required',
    });
    const code = owner.nextCode();
    expect((await owner.post('/confirm', { code })).json.confirmedUntil).not.toBeNull();
    const { json } = await invite('first');
    expect(json.data.link).toMatch(/\/office#invitation=[\w-]{43}$/);
    expect((await owner.post('/confirm', { code })).json).toMatchObject({
      status: 403,
      code: 'otp_invalid',
    });
    server.clock.advance(5 * MINUTE);
    expect((await invite('second')).json).toMatchObject({ code: 'confirmation_required' });
    const { audit } = (await owner.run('audit audit')).json.data as { audit: object[] };
    expect(JSON.stringify(audit)).not.toContain(json.data.link.split('=')[1]);
  });

  test('takes a correct code that is sent many times at once, which costs no tries', async () => {
    const owner = await anOfficeMember(server, 'owner');
    for (let round = 0; round < 2; round++) {
      const code = owner.nextCode();
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => owner.post('/confirm', { code })),
      );
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(403)]);
    }
    const credentials = { name: owner.name, password: OFFICE_PASSWORD, code: owner.nextCode() };
    const signIns = await Promise.all(
      Array.from({ length: 9 }, () => officeClient(server).post('/sign-in', credentials)),
    );
    expect(signIns.filter(({ status }) => status < 300)).toHaveLength(1);
    for (let wrong = 0; wrong < 10; wrong++)
      expect((await owner.post('/confirm', { code: '000000' })).json.code).toBe('otp_invalid');
    expect((await owner.post('/confirm', { code: owner.nextCode() })).status).toBe(429);
  });

  test('never removes the last owner', async () => {
    const [first, second] = [
      await anOfficeMember(server, 'owner'),
      await anOfficeMember(server, 'owner'),
    ];
    const all = (
      (await first.run('office list')).json.data.members as { name: string; roles: string[] }[]
    ).filter(
      ({ name, roles }) => roles.includes('owner') && name !== first.name && name !== second.name,
    );
    for (const { name } of all) await removeMember(server.deps, name);
    const results = await Promise.allSettled(
      [first, second].map(({ name }) =>
        server.database.db.transaction((tx) => removeMember({ ...server.deps, db: tx }, name)),
      ),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('two changes of the same object', () => {
  const commands = aCommandRunner(server);
  const changesOf = (changes: object[]) => ({ status: 409, code: 'changed_meanwhile', changes });

  test('the second is refused with the current version, until the member has seen it', async () => {
    const member = await anOfficeMember(server, 'programmer');
    const { movieId } = await server.aFilm({ ticketRate: 149, runningTime: 100 });
    const input = { film: String(movieId), rupees: '99' };
    const seen = (await member.run('movie price', input, { dryRun: true })).json.version;
    await commands.cinema(`movie edit ${movieId} --minutes 118`);
    await commands.cinema(`movie price ${movieId} 120`);
    const refused = (await member.run('movie price', input, { seenVersion: seen })).json;
    expect(refused).toMatchObject(
      changesOf([{ before: { ticketRate: 120 }, after: { ticketRate: 99 } }]),
    );
    const rate = async () =>
      (await server.get(`/api/ott/public/movies/${movieId}`)).json.ticketRate;
    expect(await rate()).toBe(120);
    expect((await member.run('movie price', input, { seenVersion: refused.version })).status).toBe(
      200,
    );
    expect(await rate()).toBe(99);
    const again = (await member.run('movie price', input, { seenVersion: refused.version })).json;
    expect(again).toMatchObject(changesOf([]));
    const { audit } = await commands.cinemaJson('audit --limit 1');
    expect(audit[0]).toMatchObject({ outcome: 'refused', message: text.changedMeanwhile });
  });

  test('that replace different values are both made', async () => {
    const member = await anOfficeMember(server, 'programmer');
    const { movieId } = await server.aFilm({ ticketRate: 149, runningTime: 100 });
    const input = { film: String(movieId), rupees: '99' };
    const { version } = (await member.run('movie price', input, { dryRun: true })).json;
    const outcomes = await Promise.all([
      member.run('movie price', input, { seenVersion: version }).then(({ status }) => status),
      commands.cinema(`movie edit ${movieId} --minutes 118`),
    ]);
    expect(outcomes).toMatchObject([200, { code: 0 }]);
    expect((await member.run('movie show', { film: String(movieId) })).json.data).toMatchObject({
      ticketRate: 99,
      runningTime: 118,
    });
  });

  test('at the same time never overwrite each other', async () => {
    const members = [
      await anOfficeMember(server, 'programmer'),
      await anOfficeMember(server, 'programmer'),
    ];
    const input = { page: 'about-us' };
    const { version } = (
      await members[0]!.run('page edit', input, { content: 'Text', dryRun: true })
    ).json;
    const replies = await Promise.all(
      members.map((member, at) =>
        member.run('page edit', input, { content: `Text ${at}`, seenVersion: version }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const first = replies.findIndex(({ status }) => status === 200);
    expect(replies[1 - first]!.json.changes).toMatchObject([
      { before: { pageContent: `Text ${first}` } },
    ]);
  });

  test('are not refused because a count or the number of a new row changed', async () => {
    const member = await anOfficeMember(server, 'programmer', 'support');
    const viewer = await server.aViewer();
    const person = { person: String(viewer.userId) };
    const blocking = (await member.run('user block', person, { dryRun: true })).json;
    await startViewerSession(server.deps, viewer, { ip: '127.0.0.1', userAgent: null });
    expect((await member.run('user block', person, { seenVersion: blocking.version })).status).toBe(
      200,
    );
    const adding = (await member.run('subscription add', { content: 'A week' }, { dryRun: true }))
      .json;
    await commands.cinema('subscription add "A month"');
    const added = await member.run(
      'subscription add',
      { content: 'A week' },
      { seenVersion: adding.version },
    );
    expect(added.status).toBe(200);
  });
});

test('a new TOKEN_SECRET keeps the second factors', async () => {
  const member = await anOfficeMember(server, 'support');
  const config = (secrets: object) => ({
    ...server.deps,
    config: { ...server.config, secrets: { ...server.config.secrets, ...secrets } },
  });
  const factor = async () =>
    (
      await server.database.query('select factor_secret from office_members where name = $1', [
        member.name,
      ])
    ).rows[0]!['factor_secret'] as string;
  const { tokenSecret } = server.config.secrets;
  const next = 'n'.repeat(32);
  await reencryptFactorSecrets(
    config({ tokenSecret: next, acceptedTokenSecrets: [next, tokenSecret] }),
  );
  expect(decryptFactorSecret([next], await factor())).toBe(member.secret);
  expect(decryptFactorSecret([tokenSecret], await factor())).toBeNull();
  const recover = { name: member.name, password: OFFICE_PASSWORD, code: member.nextCode() };
  expect((await officeClient(server).post('/sign-in', recover)).status).toBe(401);
  await reencryptFactorSecrets(config({ acceptedTokenSecrets: [tokenSecret, next] }));
  expect(
    (await officeClient(server).post('/sign-in', { ...recover, code: member.nextCode() })).status,
  ).toBe(200);
});

describe('a long operation', () => {
  test('is a job with progress and a result, visible to those who may use the operation', async () => {
    const member = await anOfficeMember(server, 'finance');
    server.clock.advance(10 * MINUTE);
    const now = server.clock.now().getTime();
    const started = await member.run('reconcile reconcile');
    expect(started.status).toBe(202);
    const { jobId } = started.json as { jobId: string };
    const job = await waitFor(async () => {
      const { json } = await member.get(`/jobs/${jobId}`);
      expect(json.state).not.toBe('running');
      return json;
    });
    expect(job).toMatchObject({
      state: 'done',
      operation: 'reconcile reconcile',
      startedBy: member.name,
    });
    expect(job.result.lines[0]).toMatch(/payments and .* payment events were due/);
    expect([job.startedAt, job.endedAt].map(Date.parse)).toEqual([now, now]);
    expect((await member.get('/jobs')).json.jobs[0]).toMatchObject({ jobId, state: 'done' });
    expect((await member.post(`/jobs/${jobId}/cancel`)).json).toMatchObject({
      status: 409,
      code: 'job_ended',
    });
    const moderator = await anOfficeMember(server, 'moderator');
    expect((await moderator.get(`/jobs/${jobId}`)).status).toBe(404);
    expect((await moderator.get('/jobs')).json.jobs).toEqual([]);
  });

  test('that an older release has run still shows its lines', async () => {
    const member = await anOfficeMember(server, 'finance');
    const jobId = randomUUID();
    const stored = { data: { paid: 1 }, lines: ['1 ticket was found paid'], isPartial: false };
    await server.database.query(
      `insert into office_jobs (job_id, operation, started_by, is_dry_run, state, log, result, started_at, seen_at)
       values ($1, 'reconcile reconcile', 'asha', false, 'done', '{}', $2, now(), now())`,
      [jobId, JSON.stringify(stored)],
    );
    const { result } = (await member.get(`/jobs/${jobId}`)).json;
    expect(result).toMatchObject({ view: 'details', lines: stored.lines, facts: {} });
  });
});
