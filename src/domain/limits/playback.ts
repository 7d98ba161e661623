// The numbers of spec §9 and of api.md.
/**
 * Of a film on the viewer's device. Chosen: longer than a tunnel, a lift, or the restart of a
 * router; a copied memory holds a small part of a film.
 */
export const KEYS_AHEAD_MINUTES = 5;
export const WATERMARK_INTERVAL_SECONDS = 5;
export const PLAYHEAD_COOKIE_DAYS = 7;
