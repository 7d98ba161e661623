import { z } from 'zod';
import { Order, Slot } from './booking.ts';
import { Movie, WireDate } from './catalogue.ts';
import { GIFT_ERRORS, SLOT_ERRORS } from './error-groups.ts';
import { endpoint, PUBLIC_GET, VIEWER_POST } from './endpoint.ts';
import { typedLine } from './typed-text.ts';

/**
 * The secret of a gift's link. It travels in bodies and in the fragment of an address, which no log
 * and no referrer has.
 */
const GiftCode = z.string().min(1).max(100);

/** A gift as everybody sees it who has its link. */
export const Gift = z.object({
  giverName: z.string().nullable(),
  receiverName: z.string().nullable(),
  message: z.string().nullable(),
  claimUntil: WireDate,
  movie: Movie,
});
export type Gift = z.infer<typeof Gift>;

export const findGift = endpoint({ ...PUBLIC_GET, method: 'POST' }, '/public/gifts/find', {
  summary: 'Get the film, the names and the message of a gift that can be claimed',
  errors: [...GIFT_ERRORS, 'too_many_requests'],
  body: z.object({ code: GiftCode }),
  reply: Gift,
});

/** A repeated claim of the receiver answers the ticket. */
export const claimGift = endpoint(VIEWER_POST, '/gifts/claim', {
  summary: 'Claim a gift with the hour that its receiver chooses; of several claims, one wins',
  errors: [
    ...GIFT_ERRORS,
    ...SLOT_ERRORS,
    'already_booked',
    'film_not_ready',
    'movie_not_found',
    'too_many_requests',
    'zone_unknown',
  ],
  body: z.object({
    code: GiftCode,
    bookingStartTime: Slot,
    timezone: typedLine().max(60).optional(),
  }),
  status: 200,
  reply: Order,
  idempotent: true,
});
