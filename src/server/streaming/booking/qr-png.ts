import sharp from 'sharp';
import { qrSvg } from '#domain/qr.ts';

/** A QR code as a PNG, for mail, which shows no SVG. */
export const qrPng = (text: string, width = 264): Promise<Buffer> =>
  sharp(Buffer.from(qrSvg(text)), { density: 600 })
    .resize(width, width, { kernel: 'nearest' })
    .png({ palette: true })
    .toBuffer();
