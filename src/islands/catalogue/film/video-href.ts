import { imageUrl } from '#domain/images.ts';
import { IMAGE_BASE, mediaHref } from '../image-base.ts';

/** Where a teaser or trailer plays from: an address from the root is the service's own, others as pictures do (spec §9). */
export const videoHref = (address: string) =>
  address.startsWith('/') ? mediaHref(address) : imageUrl(address, IMAGE_BASE);
