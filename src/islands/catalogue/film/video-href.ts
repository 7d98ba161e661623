import { imageUrl } from '#domain/images.ts';
import { IMAGE_BASE, mediaHref } from '../image-base.ts';

/**
 * URL of a teaser or trailer: a root path belongs to the streaming service, other addresses resolve
 * like pictures (spec §9).
 */
export const videoHref = (address: string) =>
  address.startsWith('/') ? mediaHref(address) : imageUrl(address, IMAGE_BASE);
