import sharp from 'sharp';
import { qrSvg } from '#domain/qr.ts';

export const qrPng = (text: string, width = 264): Promise<Buffer> =>
  sharp(Buffer.from(qrSvg(text)), { density: 600 })
    .resize(width, width, { kernel: 'nearest' })
    .png({ palette: true })
    .toBuffer();
