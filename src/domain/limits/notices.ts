// The numbers of spec §9 and of api.md.
export const RETRY_AFTER_REFRESH_MS = 500;
export const TOAST_MS = 2000;
export const TOASTS_AT_ONCE = 3;
export const TOASTS_AT_ONCE_ON_PHONES = 2;
