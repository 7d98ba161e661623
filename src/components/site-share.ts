import { CARD } from '#domain/images.ts';
import { shareMessages } from '#messages/share.ts';
import type { Share } from './film-share.ts';

/** How a link to a page that is about no film looks elsewhere: public/card.jpg. */
export const houseShare = (site: URL): Share => ({
  kind: 'website',
  picture: {
    url: new URL('/card.jpg', site).href,
    width: CARD.width,
    height: CARD.height,
    alt: shareMessages.housePicture,
  },
  facts: [],
});
