/** A list loads React on hover, focus or touch of its controls, not of its cards. */
export const LIST_INTENT = { controls: '.filters, .load-more', nearIfPersonal: true };
