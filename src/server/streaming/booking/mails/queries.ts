import { and, eq, inArray } from 'drizzle-orm';
import type { TicketMailKind } from '#domain/mail-kinds.ts';
import type { Db } from '../../../db/database.ts';
import { isMailWaiting, mailQueue } from '../../../db/mail-queue.ts';
import { ticketMails } from '../../../db/schema/booking.ts';

export type TicketMail = typeof ticketMails.$inferSelect;
export type NewMail = typeof ticketMails.$inferInsert;

/**
 * Mails about the money of an order. Of a gift, they go to the giver, and all other mails to the
 * receiver.
 */
export const PAYER_MAILS: readonly TicketMailKind[] = ['gift', 'refunded', 'held'];

/**
 * Call it in the transaction of the event that the mails report. An existing mail stays unchanged.
 */
export const insertMails = (tx: Db, mails: NewMail[]) =>
  tx.insert(ticketMails).values(mails).onConflictDoNothing();

/** Returns the kinds of the dropped mails. */
export async function dropUnsentMails({
  tx,
  movieOrderId,
  now,
  kinds,
}: {
  tx: Db;
  movieOrderId: number;
  now: Date;
  kinds: TicketMailKind[];
}): Promise<TicketMailKind[]> {
  const dropped = await tx
    .update(ticketMails)
    .set({ droppedAt: now })
    .where(
      and(
        eq(ticketMails.movieOrderId, movieOrderId),
        inArray(ticketMails.kind, kinds),
        isMailWaiting(ticketMails),
      ),
    )
    .returning({ kind: ticketMails.kind });
  return dropped.map(({ kind }) => kind);
}

export const ticketMailQueue = mailQueue(ticketMails, ['ticketMailId']);
