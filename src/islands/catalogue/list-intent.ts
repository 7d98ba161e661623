/** A list loads React when a person reaches for its controls, not when they scroll its cards. */
export const LIST_INTENT = { controls: '.filters, .load-more', nearIfPersonal: true };
