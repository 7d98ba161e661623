// The numbers of spec §9 and of api.md.
/** RFC 8628: the codes that sign in a television. */
export const DEVICE_CODE_VALID_MINUTES = 10;
export const DEVICE_POLL_SECONDS = 5;
export const DEVICE_SLOW_DOWN_SECONDS = 5;
/** How often an open television asks for the film that the viewer chose on the phone. */
export const TELEVISION_POLL_SECONDS = 5;
/** A television that asked within this time is open. A chosen film is forgotten after it. */
export const TELEVISION_OPEN_SECONDS = 15;
export const DEVICE_NAME_MAX_LETTERS = 60;
export const USER_CODE_LENGTH = 8;
