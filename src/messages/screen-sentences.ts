/**
 * Sentences that several screens show. Constants, so that a page loads only those that it shows.
 */
export const skipToContent = 'Skip to the content';
export const figuresFailed = 'We couldn’t load these figures. Check your connection and try again.';
export const copyFailed = 'Copying failed. Select the text and copy it.';
