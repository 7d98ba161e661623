import { imageUrl } from '#domain/images.ts';

const base = import.meta.env.PUBLIC_IMAGE_BASE || '/media/images';

/** Where a teaser or trailer plays from: an address from the root stands as it is, others as pictures do (spec §9). */
export const videoHref = (address: string) => (address.startsWith('/') ? address : imageUrl(address, base));
