import { CURRENCY } from '#domain/limits/money.ts';
import { disputeEvidenceMessages as text } from '#messages/dispute-evidence.ts';
import { submissionMails } from '#messages/submission-mails.ts';
import { submissionMessages } from '#messages/submission.ts';
import type { SubmissionStage } from '#domain/submission-tracker.ts';
import type { Db } from '../../db/database.ts';
import type { ListedDispute } from '../payments/disputes/queries.ts';
import { type FeeRow, findFeeRow } from '../submission/fees/queries.ts';
import {
  type EvidenceSection,
  factsWith,
  filmText,
  momentText,
  moneyText,
} from './evidence-section.ts';
import {
  findAccount,
  findSubmittedFilm,
  listAttempts,
  listFeeMails,
  listSteps,
  type SubmittedFilm,
} from './queries.ts';
import {
  accountSection,
  disputeSection,
  listReturns,
  mailTime,
  paymentSections,
  signInSection,
} from './shared-sections.ts';

const { facts, heads, summary, titles } = text;
type Steps = Awaited<ReturnType<typeof listSteps>>;

/**
 * The submission fee of a disputed payment: what was submitted, and what the cinema did for the
 * fee.
 */
export async function feeSections(
  db: Db,
  dispute: ListedDispute,
  feeId: number,
): Promise<EvidenceSection[]> {
  const fee = await findFeeRow(db, feeId);
  if (!fee) throw new Error(`The fee ${feeId} was deleted`);
  const bill = { movieOrderId: null, feeId };
  const film = await findSubmittedFilm(db, feeId);
  const steps = film ? await listSteps(db, film.submission.movieId) : [];
  const account = fee.userId === null ? null : ((await findAccount(db, fee.userId)) ?? null);
  const returned = (await listReturns(db, bill)).filter(({ isDone }) => isDone);
  // Without an answer, the filmmaker may sign in until the dispute.
  const until = steps.at(-1)?.at ?? dispute.dispute.openedAt;
  return [
    {
      title: titles.summary,
      texts: [
        ...(await paymentTexts(db, fee)),
        ...filmTexts(film, steps),
        ...returned.map(({ sum, at }) => summary.returned(sum, momentText(at))),
        account ? null : summary.accountDeleted,
      ].filter((each) => each !== null),
    },
    disputeSection(dispute),
    feeSection(fee),
    accountSection(titles.filmmaker, account),
    film ? submissionSection(film) : null,
    steps.length > 0 ? stepSection(steps) : null,
    ...(await paymentSections(db, bill)),
    account && (await signInSection(db, account.userId, { from: fee.createdAt, until })),
    ...(await mailSections(db, feeId)),
  ].filter((section) => section !== null);
}

const DECISIONS: readonly string[] = ['accepted', 'declined'] satisfies SubmissionStage[];

/** In the currency that was charged. */
async function paymentTexts(
  db: Db,
  { feeId, paidAt, paymentTransactionNo }: FeeRow,
): Promise<string[]> {
  const attempts = await listAttempts(db, { movieOrderId: null, feeId });
  const paid = attempts.find(({ providerPaymentId }) => providerPaymentId === paymentTransactionNo);
  if (!paid || !paidAt || !paymentTransactionNo) return [];
  const sum = moneyText(paid.paidAmount ?? paid.amount, paid.currency);
  return [summary.feePaid(sum, momentText(paidAt), paymentTransactionNo)];
}

function filmTexts(film: SubmittedFilm | undefined, steps: Steps): string[] {
  const submitted = film
    ? summary.submitted(filmText(film), momentText(film.submission.submittedAt))
    : summary.notSubmitted;
  const decision = steps.find(({ stage }) => DECISIONS.includes(stage));
  if (!decision) return [submitted];
  return [submitted, summary.decided(stageText(decision.stage), momentText(decision.at))];
}

const stageText = (stage: SubmissionStage): string => submissionMessages.stages[stage];

const feeSection = ({
  feeNo,
  amount,
  createdAt,
  paidAt,
  paymentStatus,
}: FeeRow): EvidenceSection => ({
  title: titles.fee,
  facts: factsWith([
    [facts.feeNo, feeNo],
    [facts.amount, moneyText(amount, CURRENCY)],
    [facts.ordered, momentText(createdAt)],
    [facts.paid, paidAt && momentText(paidAt)],
    [facts.status, paymentStatus],
  ]),
});

const submissionSection = (film: SubmittedFilm): EvidenceSection => {
  const { submission } = film;
  return {
    title: titles.submission,
    facts: factsWith([
      [facts.film, filmText(film)],
      [facts.submitted, momentText(submission.submittedAt)],
      [facts.contactName, submission.contactName],
      [facts.contactEmail, submission.contactEmail],
      [facts.contactPhone, submission.contactPhone],
      [facts.signature, submission.contactSignature],
      [facts.signedAt, facts.placeAndDay(submission.contactPlace, submission.contactSignDate)],
    ]),
  };
};

const stepSection = (steps: Steps): EvidenceSection => ({
  title: titles.steps,
  table: {
    heads: heads.steps,
    widths: [0.2, 0.14, 0.2, 0.46],
    rows: steps.map((step) => [
      momentText(step.at),
      stageText(step.stage),
      mailTime(step),
      [submissionMails.leads[step.stage], step.note].filter(Boolean).join(' '),
    ]),
  },
});

/** The mails about the film are in its steps. */
async function mailSections(db: Db, feeId: number): Promise<EvidenceSection[]> {
  const mails = await listFeeMails(db, feeId);
  if (mails.length === 0) return [];
  const rows = mails.map((mail) => [
    text.heldFeeMail,
    mailTime(mail),
    submissionMails.heldFee.lead,
  ]);
  return [{ title: titles.mails, table: { heads: heads.mails, widths: [0.25, 0.2, 0.55], rows } }];
}
