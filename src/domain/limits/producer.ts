// The numbers of spec §9 and of api.md.
/**
 * Days of the figures of all films: at least two weeks, because the last week is compared with the
 * week before.
 */
export const PRODUCER_SALES_DAYS = 28;
export const SALES_DAYS_MAX = 366;
