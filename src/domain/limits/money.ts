// The numbers of spec §9 and of api.md.
export const GST_PERCENT = 18;
export const CURRENCY = 'INR';
export const UNIT_OF_MEASURE = 'Nos';
/** Rupees. */
export const SUBMISSION_FEE_MAX = 1_000_000;
/** Spec §9: a fee paid by the international wallet is always one dollar. */
export const SUBMISSION_FEE_DOLLARS = 1;
