import { mobileOf, nameOf } from '#domain/person.ts';
import { disputeEvidenceMessages as text } from '#messages/dispute-evidence.ts';
import { officeScreenMessages } from '#messages/office-screens.ts';
import type { Db } from '../../db/database.ts';
import { phaseWord } from '../payments/disputes/list-disputes.ts';
import type { ListedDispute } from '../payments/disputes/queries.ts';
import {
  type EvidenceSection,
  factsWith,
  momentText,
  moneyText,
  tableSection,
} from './evidence-section.ts';
import {
  type Account,
  type DisputedBill,
  listAttempts,
  listPartRefunds,
  listRefunds,
  listSignIns,
} from './queries.ts';

const { facts, heads, titles } = text;
const { paymentStates, refundStates } = officeScreenMessages.timeline;

const wordOf = (words: Readonly<Record<string, string>>, code: string): string =>
  words[code] ?? code;

export const disputeSection = ({ dispute }: ListedDispute): EvidenceSection => ({
  title: titles.dispute,
  facts: factsWith([
    [facts.dispute, dispute.disputeId],
    [facts.provider, dispute.provider],
    [facts.payment, dispute.providerPaymentId],
    [facts.amount, moneyText(dispute.amount, dispute.currency)],
    [facts.reason, dispute.reasonText ?? dispute.reasonCode],
    [facts.phase, phaseWord(dispute.phase)],
    [facts.opened, momentText(dispute.openedAt)],
    [facts.respondBy, dispute.respondBy && momentText(dispute.respondBy)],
  ]),
});

/** Null: the account was deleted. */
export function accountSection(title: string, account: Account | null): EvidenceSection {
  if (!account) return { title, facts: [[facts.account, facts.accountDeleted]] };
  const withProof = (value: string | null, verifiedAt: Date | null) =>
    value &&
    (verifiedAt ? facts.confirmed(value, momentText(verifiedAt)) : facts.notConfirmed(value));
  return {
    title,
    facts: factsWith([
      [facts.name, nameOf(account)],
      [facts.email, withProof(account.emailId, account.emailVerifiedAt)],
      [facts.mobile, withProof(mobileOf(account), account.mobileVerifiedAt)],
      [facts.account, facts.accountSince(account.userId, momentText(account.createdOn))],
    ]),
  };
}

export async function paymentSections(db: Db, bill: DisputedBill): Promise<EvidenceSection[]> {
  const attempts = await listAttempts(db, bill);
  const returns = await listReturns(db, bill);
  const payments = {
    title: titles.payments,
    table: {
      heads: heads.payments,
      widths: [0.2, 0.25, 0.25, 0.15, 0.15],
      rows: attempts.map((attempt) => [
        momentText(attempt.createdAt),
        attempt.providerOrderId ?? text.nothing,
        attempt.providerPaymentId ?? text.nothing,
        moneyText(attempt.paidAmount ?? attempt.amount, attempt.currency),
        wordOf(paymentStates, attempt.state),
      ]),
    },
  };
  if (returns.length === 0) return [payments];
  const rows = returns.map(({ at, cause, sum, state, reason }) => [
    momentText(at),
    cause,
    sum,
    state,
    reason,
  ]);
  return [
    payments,
    {
      title: titles.returns,
      table: { heads: heads.returns, widths: [0.2, 0.13, 0.17, 0.2, 0.3], rows },
    },
  ];
}

/** Refunds and lost disputes, oldest first. */
export async function listReturns(db: Db, bill: DisputedBill) {
  const parts = (await listPartRefunds(db, bill)).map((part) => ({
    at: part.returnedAt,
    isDone: true,
    cause: wordOf(text.causes, part.cause),
    sum: moneyText(part.amount, part.currency),
    state: text.partReturned,
    reason: part.reason,
  }));
  const whole = (await listRefunds(db, bill)).map((refund) => ({
    at: refund.askedAt,
    isDone: refund.state === 'done',
    cause: wordOf(text.causes, refund.cause),
    sum: moneyText(refund.amount, refund.currency),
    state: wordOf(refundStates, refund.state),
    reason: refund.reason,
  }));
  return [...parts, ...whole].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

export async function signInSection(db: Db, userId: number, period: { from: Date; until: Date }) {
  const signIns = await listSignIns(db, userId, period);
  const table = {
    heads: heads.signIns,
    widths: [0.2, 0.2, 0.22, 0.38],
    rows: signIns.map(({ createdOn, lastSeenOn, ipAddress, deviceName, userAgent }) => [
      momentText(createdOn),
      momentText(lastSeenOn),
      ipAddress ?? text.nothing,
      [deviceName, userAgent].filter(Boolean).join(', ') || text.nothing,
    ]),
  };
  return tableSection({
    title: titles.signIns,
    table,
    note: text.signInsNote,
    empty: text.empty.signIns,
  });
}

/** What a mail says, when it was sent. */
export const mailTime = ({ sentAt }: { sentAt: Date | null }): string =>
  sentAt ? momentText(sentAt) : text.notSent;
