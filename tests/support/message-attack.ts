import { randomUUID } from 'node:crypto';
import { toWire } from '#domain/dates.ts';
import { DAY, HOUR, MINUTE } from '#domain/limits/durations.ts';
import { sessionRefusals } from '#messages/session-refusals.ts';
import type { MessageKind } from '#server/message-budget/message-kinds.ts';
import { sendTicketMails } from '#server/streaming/booking/mails/send.ts';
import { sendBookingReminders } from '#server/streaming/booking/reminders/send.ts';
import { sendSubmissionMails } from '#server/streaming/submission/mails/send.ts';
import { purchaseSteps } from './purchase.ts';
import { aMobileNumber, signInCalls } from './sign-in.ts';
import { submitFilm } from './submissions.ts';
import type { TestServer } from './test-server.ts';

export interface Attacker {
  ip: string;
  /** The address that the attacker types; nobody has proven it. */
  victim: string;
}

interface Account extends Attacker {
  userId: number;
}

const PASSWORD = 'a stage, a curtain';
const START = new Date('2026-11-21T06:30:00Z');

/**
 * Makes attackers cause as many messages of one kind as they can within an hour, each with one account, and returns how many
 * left. `server` needs TRUST_PROXY.
 */
export function messageAttack(server: TestServer) {
  const purchase = purchaseSteps(server);
  const calls = signInCalls(server);
  const { clock } = server;
  const from = ({ ip }: Attacker) => ({ 'X-Forwarded-For': ip });

  async function anAccount(attacker: Attacker): Promise<Account> {
    const { userId } = await server.aViewer({
      mobile: aMobileNumber(),
      emailId: attacker.victim,
      firstName: 'Pay now',
    });
    await server.database.query(
      'insert into sessions (session_id, user_id, ip_address) values ($1, $2, $3)',
      [randomUUID(), userId, attacker.ip],
    );
    return { ...attacker, userId };
  }

  const countMails = async (accounts: Attacker[], since: number) => {
    let count = 0;
    for (const to of new Set(accounts.map(({ victim }) => victim)))
      count += (await calls.inbox(to)).length;
    return count - since;
  };

  /** Runs `cause` for each account, then sends the mails that are due. */
  async function countCausedMails(
    attackers: Attacker[],
    cause: (account: Account) => Promise<unknown>,
    send: () => Promise<number>,
  ) {
    const accounts = await Promise.all(attackers.map(anAccount));
    const before = await countMails(attackers, 0);
    await Promise.all(accounts.map(cause));
    while (await send());
    return countMails(attackers, before);
  }

  const aTicket = async (account: Account, ticketRate: number, startAt: Date) => {
    const film = await server.aFilm({
      ticketRate,
      movieKey: randomUUID(),
      movieName: randomUUID(),
    });
    const { json: order } = await purchase.book(account, film.movieId, {
      bookingStartTime: toWire(startAt),
    });
    await (ticketRate ? purchase.pay(account, order) : purchase.confirmFree(account, order));
    return order as { movieOrderId: number };
  };
  const repeat = async (times: number, act: (index: number) => Promise<unknown>) => {
    for (let index = 0; index < times; index++) await act(index);
  };
  const sendMails = () => sendTicketMails(server.deps);
  /** Forgets the mails of earlier attacks, so that only those of this one are due. */
  const forgetMails = () =>
    Promise.all(
      ['ticket_mails', 'booking_reminders', 'submission_steps'].map((table) =>
        server.database.query(`update ${table} set dropped_at = due_at where sent_at is null`),
      ),
    );

  const codes = async (attackers: Attacker[]) => {
    const username = new Map(attackers.map((attacker) => [attacker, aMobileNumber()]));
    await repeat(29, async () => {
      clock.advance(121_000);
      await Promise.all(
        attackers.map((each) => calls.requestCode(username.get(each)!, { ipAddress: each.ip })),
      );
    });
    const inboxes = await Promise.all([...username.values()].map((to) => calls.inbox(to)));
    return inboxes.flat().length;
  };

  const passwordNotices = async (attackers: Attacker[]) => {
    const people: {
      username: string;
      client: object;
      headers: Record<string, string>;
      body: object;
    }[] = [];
    for (const { ip, victim } of attackers) {
      const username = aMobileNumber();
      const client = { ipAddress: ip };
      await calls.requestCode(username, client);
      const { json } = await calls.validateCode(username, await calls.codeFor(username), client);
      const body = { username, password: PASSWORD, confirmPassword: PASSWORD };
      const headers = { 'X-Forwarded-For': ip };
      await server.post('/api/auth/users/resetpassword', { token: json.tempToken, body, headers });
      const { json: session } = await calls.signIn(username, PASSWORD, client);
      await server.put(`/api/auth/userinfo/${session.userId}`, {
        token: session.token,
        body: { emailId: victim },
      });
      people.push({ username, client, headers, body: { ...body, currentPassword: PASSWORD } });
    }
    await repeat(12, () =>
      Promise.all(
        people.map(async ({ username, client, headers, body }) => {
          const { json } = await calls.signIn(username, PASSWORD, client);
          await server.post('/api/auth/users/resetpassword', { token: json.token, body, headers });
        }),
      ),
    );
    const toOwners = (
      await Promise.all(people.map(({ username }) => calls.inbox(username)))
    ).flat();
    const notices = toOwners.filter(({ text }) => text === sessionRefusals.passwordNotice);
    return notices.length + (await countMails(attackers, 0));
  };

  const moves = async (attackers: Attacker[]) => {
    const orders = new Map<Account, { movieOrderId: number }>();
    const accounts = await Promise.all(attackers.map(anAccount));
    for (const account of accounts)
      orders.set(account, await aTicket(account, 149, new Date(START.getTime() + DAY)));
    while (await sendMails());
    const before = await countMails(attackers, 0);
    await repeat(24, async (hour) => {
      const body = {
        bookingStartTime: toWire(new Date(START.getTime() + (26 + hour) * HOUR)),
        timezone: 'Asia/Kolkata',
      };
      for (const account of accounts) {
        const path = `/api/ott/orders/${orders.get(account)!.movieOrderId}/reschedule`;
        await server.post(path, { as: account, body, headers: from(account) });
      }
      while (await sendMails());
    });
    return countMails(attackers, before);
  };

  /** Twelve tickets whose two reminders are due within the hour. */
  const reminders = (ticketRate: number) => async (attackers: Attacker[]) => {
    const accounts = await Promise.all(attackers.map(anAccount));
    for (const account of accounts)
      await repeat(12, () => aTicket(account, ticketRate, new Date(START.getTime() + 2 * HOUR)));
    await server.database.query(
      `update ticket_mails set dropped_at = due_at where kind = 'ticket' and sent_at is null`,
    );
    const before = await countMails(attackers, 0);
    clock.set(new Date(START.getTime() + HOUR));
    while (await sendMails());
    clock.set(new Date(START.getTime() + 110 * MINUTE));
    while (await sendMails());
    return countMails(attackers, before);
  };

  const tickets = (ticketRate: number) => (attackers: Attacker[]) =>
    countCausedMails(
      attackers,
      (account) => repeat(12, () => aTicket(account, ticketRate, new Date(START.getTime() + DAY))),
      sendMails,
    );

  const openings = (attackers: Attacker[]) =>
    countCausedMails(
      attackers,
      (account) =>
        repeat(12, async () => {
          const streamingStartDate = new Date('2026-12-04T18:30:00Z');
          const film = await server.aFilm({
            streamingStartDate,
            movieKey: randomUUID(),
            movieName: randomUUID(),
          });
          const body = { timezone: 'Asia/Kolkata' };
          await server.put(`/api/ott/movies/${film.movieId}/reminder`, {
            as: account,
            body,
            headers: from(account),
          });
        }),
      () => {
        clock.set(new Date('2026-11-29T02:30:00Z'));
        return sendBookingReminders(server.deps);
      },
    );

  const submissions = (attackers: Attacker[]) =>
    countCausedMails(
      attackers,
      (account) =>
        repeat(33, () =>
          submitFilm(server, account, { contactEmail: account.victim }, from(account)),
        ),
      () => sendSubmissionMails(server.deps),
    );

  const ATTACKS: Partial<Record<MessageKind, (attackers: Attacker[]) => Promise<number>>> = {
    code: codes,
    password_changed: passwordNotices,
    ticket: tickets(149),
    free_ticket: tickets(0),
    rescheduled: moves,
    reminder: reminders(149),
    free_reminder: reminders(0),
    booking_opens: openings,
    submission: submissions,
  };

  return {
    kinds: Object.keys(ATTACKS) as MessageKind[],
    /** Starts a new hour: no limit remembers the attack before. */
    async run(kind: MessageKind, attackers: Attacker[]): Promise<number> {
      await server.database.query('delete from rate_limits');
      await forgetMails();
      clock.set(START);
      return ATTACKS[kind]!(attackers);
    },
  };
}
