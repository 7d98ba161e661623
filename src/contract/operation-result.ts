import { z } from 'zod';
import { DeliveryReport } from '#domain/delivery-report.ts';

/**
 * What the values of a column or a fact are. `rupees` are rupees, not paise. `amount` is in units
 * of the currency beside it. An `instant` is a date with its time, a `day` is `2026-11-21`. A
 * `code` has no spaces. A `command` is shown by its title. A `list` has texts, a `record` named
 * values.
 */
export const ValueType = z.enum([
  'text',
  'code',
  'command',
  'flag',
  'count',
  'number',
  'rupees',
  'amount',
  'instant',
  'day',
  'list',
  'record',
]);
export type ValueType = z.infer<typeof ValueType>;

const Column = z.object({
  /** Of the value in a row. */
  key: z.string(),
  /** Without it, the key names the column. */
  heading: z.string().optional(),
  type: ValueType,
  /** How many decimals every number has. Default: as many as its value needs. */
  decimals: z.number().int().optional(),
});
/** The first column of a table identifies its rows. */
export type Column = z.infer<typeof Column>;

export const Row = z.record(z.string(), z.unknown());
export type Row = z.infer<typeof Row>;

/** By name. A record has the types of its values. */
export const FactTypes = z.record(
  z.string(),
  z.union([ValueType, z.record(z.string(), ValueType)]),
);
export type FactTypes = z.infer<typeof FactTypes>;

const Facts = Row.nullable();
const Change = z.object({ what: z.string(), before: Facts, after: Facts });
export const Changes = z.object({
  dryRun: z.boolean(),
  changes: z.array(Change),
});
export type Change = z.infer<typeof Change>;

const instant = z.coerce.date();
// The API of the back office also returns the values that no element of a page needs.
const Money = z.looseObject({ amount: z.number(), currency: z.string() });
const OrderHistory = z.looseObject({
  orderDate: instant,
  paymentStatus: z.string(),
  paymentMode: z.string().nullable(),
  paymentTransactionNo: z.string().nullable(),
  paidAt: instant.nullable(),
  refundedAt: instant.nullable(),
  bookingStartTime: instant.nullable(),
  bookingEndTime: instant.nullable(),
  total: z.number(),
  currency: z.string(),
  /** Only of gifts, as the next two. */
  gift: z.string().optional(),
  claimedAt: instant.nullable().optional(),
  takenBackAt: instant.nullable().optional(),
  payments: z.array(
    Money.extend({
      createdAt: instant,
      provider: z.string(),
      state: z.string(),
    }),
  ),
  heldPayments: z.array(
    z.looseObject({
      heldAt: instant,
      /** Both null if an older release held the payment. */
      amount: z.number().nullable(),
      currency: z.string().nullable(),
      reason: z.string(),
      decision: z.string().nullable(),
      decidedAt: instant.nullable(),
      decidedBy: z.string().nullable(),
    }),
  ),
  events: z.array(
    z.looseObject({
      receivedAt: instant,
      provider: z.string(),
      outcome: z.string().nullable(),
      source: z.string(),
      providerPaymentId: z.string().nullable(),
    }),
  ),
  refunds: z.array(
    Money.extend({ askedAt: instant, state: z.string(), reason: z.string().nullable() }),
  ),
  partRefunds: z.array(Money.extend({ returnedAt: instant, reason: z.string().nullable() })),
  disputes: z.array(
    Money.extend({
      disputeId: z.string(),
      openedAt: instant,
      changedAt: instant.nullable(),
      state: z.string(),
      reasonText: z.string().nullable(),
    }),
  ),
  taxDocuments: z.array(
    z.looseObject({ kind: z.string(), invoiceNo: z.string(), issuedAt: instant }),
  ),
  mails: z.array(
    z.looseObject({
      kind: z.string(),
      dueAt: instant.nullable(),
      sentAt: instant.nullable(),
      droppedAt: instant.nullable(),
    }),
  ),
  plays: z.array(
    z.looseObject({
      playStartTime: instant,
      playEndTime: instant.nullable(),
      deviceType: z.string().nullable(),
    }),
  ),
});
export type OrderHistory = z.infer<typeof OrderHistory>;

const Sales = z.looseObject({
  rows: z.array(
    z.looseObject({
      day: z.string(),
      film: z.string(),
      movieName: z.string().nullable(),
      gross: z.number(),
    }),
  ),
  total: z.looseObject({ gross: z.number() }),
});
export type Sales = z.infer<typeof Sales>;

const Ingest = z.looseObject({
  films: z.array(z.looseObject({ report: DeliveryReport.optional() })),
});

/** `next` is the `after` of the rows that follow. */
const Part = z.looseObject({ next: z.string().optional() });

/** By view: what a page shows in elements of its own. */
const DATA = {
  /** Facts and tables. */
  details: Part,
  /** Tables. */
  list: Part,
  changes: Changes,
  /** The link works once. */
  invitation: Changes.extend({ link: z.string() }),
  film: z.looseObject({ movieName: z.string(), package: z.string().nullable() }),
  backup: z.looseObject({ backup: z.string() }),
  dispute: z.looseObject({ disputeId: z.string(), hasEvidence: z.boolean() }),
  order: OrderHistory,
  sales: Sales.extend(Part.shape),
  ingest: Ingest,
};

export type ViewName = keyof typeof DATA;
/** A type without the values that it does not name. */
type Named<Type> = Type extends Date | readonly string[]
  ? Type
  : Type extends readonly (infer Each)[]
    ? Named<Each>[]
    : Type extends object
      ? { [Key in keyof Type as string extends Key ? never : Key]: Named<Type[Key]> }
      : Type;

/** The values that a command returns for a view, beside others. */
export type ViewData = { [View in ViewName]: Named<z.infer<(typeof DATA)[View]>> };

/** Rows of cells, as a file for spreadsheets. */
export const Sheet = z.object({
  columns: z.array(Column.omit({ key: true }).required({ heading: true })),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
});
export type Sheet = z.infer<typeof Sheet>;

const Shared = z.object({
  /** By name of a list in `data`: the columns of its rows. */
  tables: z.record(z.string(), z.array(Column)),
  /** The facts of `data` that are shown, in this order. */
  facts: FactTypes,
  /** Of `changes`: the types of their facts. */
  changeTypes: FactTypes.optional(),
  /** What the command line prints. */
  lines: z.array(z.string()),
  /** If a file for spreadsheets was requested. */
  sheet: Sheet.optional(),
  /** Whether the operation was done only in part, or found a problem. */
  isPartial: z.boolean(),
  /** Of a dry run with a list of `changes`: identifies the values that the changes replace. */
  version: z.string().optional(),
});

const resultOf = <View extends ViewName, Shape extends z.ZodRawShape>(
  view: View,
  { shape }: z.ZodObject<Shape>,
) => Shared.extend({ view: z.literal(view), data: z.looseObject(shape) });

/** `view` says what kind of result it is. */
export const OperationResult = z.discriminatedUnion('view', [
  resultOf('details', DATA.details),
  resultOf('list', DATA.list),
  resultOf('changes', DATA.changes),
  resultOf('invitation', DATA.invitation),
  resultOf('film', DATA.film),
  resultOf('backup', DATA.backup),
  resultOf('dispute', DATA.dispute),
  resultOf('order', DATA.order),
  resultOf('sales', DATA.sales),
  resultOf('ingest', DATA.ingest),
]);
export type OperationResult = z.infer<typeof OperationResult>;
