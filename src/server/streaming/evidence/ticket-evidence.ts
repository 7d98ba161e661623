import { countryName } from '#domain/format/country-name.ts';
import type { Paise } from '#domain/pricing.ts';
import { findState, placeName } from '#domain/states.ts';
import { disputeEvidenceMessages as text } from '#messages/dispute-evidence.ts';
import { invoiceMessages } from '#messages/invoices.ts';
import { mailMessages } from '#messages/mails.ts';
import { officeScreenMessages } from '#messages/office-screens.ts';
import type { Invoice } from '#contract/invoices.ts';
import type { Db } from '../../db/database.ts';
import {
  type BookedOrder,
  findExistingOrder,
  holderOf,
  type OrderRow,
} from '../booking/queries.ts';
import type { ListedDispute } from '../payments/disputes/queries.ts';
import {
  type EvidenceSection,
  factsWith,
  filmText,
  momentText,
  moneyText,
  tableSection,
} from './evidence-section.ts';
import {
  findAccount,
  findReview,
  listDocuments,
  listKeySessions,
  listPlays,
  listTicketMails,
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

type Plays = Awaited<ReturnType<typeof listPlays>>;
type KeySessions = Awaited<ReturnType<typeof listKeySessions>>;

/** The ticket of a disputed payment, in the order in which a bank reads it. */
export async function ticketSections(
  db: Db,
  dispute: ListedDispute,
  movieOrderId: number,
): Promise<EvidenceSection[]> {
  const booked = await findExistingOrder(db, movieOrderId);
  const { order } = booked;
  const bill = { movieOrderId, feeId: null };
  const account = order.userId === null ? null : ((await findAccount(db, order.userId)) ?? null);
  const holderId = holderOf(booked);
  const { movieId } = order;
  const plays =
    holderId === null ? [] : await listPlays(db, { userId: holderId, movieId, movieOrderId });
  const keySessions = await listKeySessions(db, movieOrderId);
  const returned = (await listReturns(db, bill)).filter(({ isDone }) => isDone);
  return [
    {
      title: titles.summary,
      texts: [
        ...summaryOf(booked, plays, keySessions),
        ...returned.map(({ sum, at }) => summary.returned(sum, momentText(at))),
        account ? null : summary.accountDeleted,
      ].filter((each) => each !== null),
    },
    disputeSection(dispute),
    ticketSection(booked),
    accountSection(titles.buyer, account),
    ...(await paymentSections(db, bill)),
    account && (await signInSection(db, account.userId, periodOf(order))),
    playSection(plays),
    keySection(keySessions),
    await documentSection(db, movieOrderId),
    await mailSection(db, order),
    // The review of a gift's receiver says nothing about the payer.
    ...(account && !order.isGift
      ? await reviewSections(db, { userId: account.userId, movieId })
      : []),
  ].filter((section) => section !== null);
}

const periodOf = ({ orderDate, bookingEndTime }: OrderRow) => ({
  from: orderDate,
  until: bookingEndTime,
});

/** In the currency that was charged. */
const paidSum = ({ order, charged }: BookedOrder): string =>
  charged
    ? moneyText(charged.amount, charged.currency)
    : moneyText(order.totalRoundedValue, order.currency);

function summaryOf(booked: BookedOrder, plays: Plays, keySessions: KeySessions): string[] {
  const { order, movie } = booked;
  const lastPlay = plays.at(-1);
  const lastKey = keySessions
    .map(({ lastKeyMinute }) => lastKeyMinute!)
    .toSorted((a, b) => a.getTime() - b.getTime());
  const addresses = [...new Set(plays.flatMap(({ ipAddress }) => ipAddress ?? []))];
  return [
    order.paidAt && order.paymentTransactionNo
      ? summary.paid(paidSum(booked), momentText(order.paidAt), order.paymentTransactionNo)
      : null,
    ...giftTexts(booked),
    hasWindow(booked)
      ? summary.access(
          filmText(movie),
          momentText(order.bookingStartTime),
          momentText(order.bookingEndTime),
        )
      : null,
    lastPlay ? summary.played(plays.length, momentText(lastPlay.playStartTime)) : null,
    addresses.length > 0 ? playedFrom(addresses) : null,
    lastKey.length > 0 ? summary.keys(momentText(lastKey.at(-1))) : null,
    lastPlay || lastKey.length > 0 ? null : summary.notPlayed,
  ].filter((each) => each !== null);
}

/** A gift has none until its receiver chooses an hour. */
const hasWindow = ({ order, gift }: BookedOrder): boolean =>
  !order.isGift || gift?.claimedAt != null;

function giftTexts({ order, gift }: BookedOrder): string[] {
  if (!order.isGift) return [];
  return [
    gift?.claimedAt ? summary.giftClaimed(momentText(gift.claimedAt)) : summary.giftUnclaimed,
  ];
}

const NAMED_ADDRESSES = 5;
const playedFrom = (addresses: string[]): string =>
  summary.playedFrom(
    addresses.slice(0, NAMED_ADDRESSES).join(', '),
    Math.max(0, addresses.length - NAMED_ADDRESSES),
  );

function placeText({ buyerState, buyerCountry }: OrderRow): string | null {
  const state = findState(buyerState);
  return state ? placeName(state) : buyerCountry && countryName(buyerCountry);
}

function ticketSection(booked: BookedOrder): EvidenceSection {
  const { order, movie } = booked;
  const sumOf = (paise: Paise) => moneyText(paise, order.currency);
  return {
    title: titles.ticket,
    facts: factsWith([
      [facts.orderNo, order.orderNo],
      [facts.film, filmText(movie)],
      [facts.ordered, momentText(order.orderDate)],
      [facts.paid, order.paidAt && momentText(order.paidAt)],
      [
        facts.window,
        hasWindow(booked)
          ? facts.fromUntil(momentText(order.bookingStartTime), momentText(order.bookingEndTime))
          : null,
      ],
      [facts.price, sumOf(order.unitPrice)],
      [
        facts.discount,
        order.discountValue ? facts.codeAndSum(order.couponCode, sumOf(order.discountValue)) : null,
      ],
      [
        facts.tax,
        order.totalTaxValue ? facts.taxAt(sumOf(order.totalTaxValue), order.taxPercentage) : null,
      ],
      [facts.total, sumOf(order.totalRoundedValue)],
      [facts.amount, booked.charged && paidSum(booked)],
      [facts.status, order.paymentStatus],
      [facts.timezone, order.timezone],
      [facts.place, placeText(order)],
      [facts.country, order.addressCountry && countryName(order.addressCountry)],
    ]),
  };
}

const playSection = (plays: Plays): EvidenceSection =>
  tableSection({
    title: titles.plays,
    table: {
      heads: heads.plays,
      widths: [0.2, 0.2, 0.12, 0.22, 0.26],
      rows: plays.map((play) => [
        momentText(play.playStartTime),
        momentText(play.playEndTime),
        play.playSeekTime.toFixed(1),
        play.ipAddress ?? text.nothing,
        [play.deviceName, play.deviceType].filter(Boolean).join(', ') || text.nothing,
      ]),
    },
    note: '',
    empty: text.empty.plays,
  });

const keySection = (keySessions: KeySessions): EvidenceSection =>
  tableSection({
    title: titles.keys,
    table: {
      heads: heads.keys,
      widths: [0.34, 0.33, 0.33],
      rows: keySessions.map(({ startedAt, lastKeyMinute, endedAt }) =>
        [startedAt, lastKeyMinute, endedAt].map(momentText),
      ),
    },
    note: text.keysNote,
    empty: text.empty.keys,
  });

async function documentSection(db: Db, movieOrderId: number): Promise<EvidenceSection> {
  const documents = await listDocuments(db, movieOrderId);
  const rows = documents.map((document) => {
    const taxable = document.lines.reduce((sum, line) => sum + line.taxable, 0);
    const sums = [taxable, taxOf(document), document.total].map((paise) =>
      moneyText(paise, document.currency),
    );
    return [document.invoiceNo, invoiceMessages.titles[document.kind], document.date, ...sums];
  });
  const table = { heads: heads.documents, widths: [0.19, 0.19, 0.15, 0.17, 0.13, 0.17], rows };
  return tableSection({ title: titles.documents, table, note: '', empty: text.empty.documents });
}

const taxOf = ({ cgst, sgst, utgst, igst }: Invoice): number => cgst + sgst + utgst + igst;

async function mailSection(db: Db, { movieOrderId, isGift }: OrderRow): Promise<EvidenceSection> {
  const mails = await listTicketMails(db, movieOrderId);
  const rows = mails.map((mail) => {
    const kind = mail.kind;
    return [officeScreenMessages.timeline.mails[kind], mailTime(mail), mailMessages.leads[kind]];
  });
  const table = { heads: heads.mails, widths: [0.25, 0.2, 0.55], rows };
  return tableSection({
    title: titles.mails,
    table,
    note: isGift ? text.giftMailsNote : text.mailsNote,
    empty: text.empty.mails,
  });
}

async function reviewSections(
  db: Db,
  viewer: { userId: number; movieId: number },
): Promise<EvidenceSection[]> {
  const review = await findReview(db, viewer);
  if (!review) return [];
  const { rating, createdOn, reviewComments } = review;
  const reviewFacts: [string, string][] = [
    [facts.rating, facts.stars(rating)],
    [facts.written, momentText(createdOn)],
  ];
  return [{ title: titles.review, texts: [reviewComments], facts: reviewFacts }];
}
