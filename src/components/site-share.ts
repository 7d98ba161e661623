import { SHARE_CARD } from '#domain/images.ts';
import { shareMessages } from '#messages/share.ts';
import type { Share } from './film-share.ts';

/** Share data of pages without a film: public/card.jpg. */
export const siteShare = (site: URL): Share => ({
  kind: 'website',
  picture: {
    url: new URL('/card.jpg', site).href,
    width: SHARE_CARD.width,
    height: SHARE_CARD.height,
    alt: shareMessages.sitePicture,
  },
  properties: [],
});
