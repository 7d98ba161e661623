import { imageUrl } from '#domain/images.ts';
import { IMAGE_BASE } from '../image-base.ts';

/** Where a teaser or trailer plays from: an address from the root stands as it is, others as pictures do (spec §9). */
export const videoHref = (address: string) => (address.startsWith('/') ? address : imageUrl(address, IMAGE_BASE));
