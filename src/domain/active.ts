/** Y: a film, genre, collection, review or coupon counts. N: it was withdrawn. */
export const ACTIVE = ['Y', 'N'] as const;
export type Active = (typeof ACTIVE)[number];
