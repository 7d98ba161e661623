/** Where pictures are, without a slash at the end. */
export const IMAGE_BASE: string = import.meta.env.PUBLIC_IMAGE_BASE || '/media/images';
