import type { ReactElement } from 'react';

/**
 * What stands beside elements. No text: a translator replaces text nodes, which React then cannot
 * change.
 */
export type Elements = ReactElement | readonly Elements[] | '' | false | null | undefined;
