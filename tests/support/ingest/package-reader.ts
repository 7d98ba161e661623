import { createDecipheriv } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rendition } from '#domain/playlist.ts';
import { readPackage } from '#server/ports/media/package-files.ts';
import { runTool } from './clips.ts';

type Packet = Record<'pts_time' | 'duration_time', string>;

/** Reads a package with its keys, using Node's cipher and ffmpeg instead of our encoder. */
export async function openPackage(folder: string) {
  const { manifest, keys } = await readPackage(folder);

  const segment = async ({ segments }: Rendition, index: number): Promise<Buffer> => {
    const { uri, keyIndex } = segments[index]!;
    const iv = Buffer.alloc(16);
    iv.writeUInt32BE(index, 12);
    const decipher = createDecipheriv('aes-128-cbc', Buffer.from(keys[keyIndex]!, 'hex'), iv);
    return Buffer.concat([decipher.update(await readFile(join(folder, uri))), decipher.final()]);
  };
  const readRendition = async (rendition: Rendition): Promise<Buffer> => {
    const init = await readFile(join(folder, rendition.init));
    const parts = await Promise.all(
      rendition.segments.map((_, index) => segment(rendition, index)),
    );
    return Buffer.concat([init, ...parts]);
  };

  return {
    manifest,
    keys,
    segment,
    /** The whole rendition, decrypted. */
    read: readRendition,
    rendition: (name: string) => manifest.renditions.find((each) => each.name === name)!,
    encrypted: (uri: string) => readFile(join(folder, uri)),

    /** ffprobe properties of a completely read rendition. */
    async probe(rendition: Rendition) {
      const fields =
        'stream=codec_name,profile,width,height,pix_fmt,r_frame_rate,nb_read_frames,channels,sample_rate';
      const colours =
        ',color_space,color_transfer,color_primaries,color_range,sample_aspect_ratio,field_order';
      const args = [
        '-of',
        'json',
        '-count_frames',
        '-show_entries',
        `${fields}${colours}:packet=pts_time,duration_time`,
        'pipe:0',
      ];
      const { streams, packets } = JSON.parse(
        String(await runTool('ffprobe', args, await readRendition(rendition))),
      );
      const ends = (packets as Packet[]).map(
        ({ pts_time, duration_time }) => Number(pts_time) + Number(duration_time),
      );
      return { ...streams[0], seconds: Math.max(...ends.filter(Number.isFinite)) } as Record<
        string,
        string
      > & {
        seconds: number;
      };
    },

    /** RGB colour (0–255) at a relative position (0–1), one second into the film. */
    async colourAt(rendition: Rendition, across: number, down: number): Promise<number[]> {
      const filter = `crop=8:8:iw*${across}-4:ih*${down}-4,scale=1:1:in_color_matrix=bt709,format=rgb24`;
      const args = [
        '-i',
        'pipe:0',
        '-ss',
        '1',
        '-frames:v',
        '1',
        '-vf',
        filter,
        '-f',
        'rawvideo',
        'pipe:1',
      ];
      return [...(await runTool('ffmpeg', args, await readRendition(rendition)))];
    },

    /** LUFS */
    async loudness(rendition: Rendition): Promise<number> {
      const filter = 'ebur128=metadata=1,ametadata=print:key=lavfi.r128.I:file=-';
      const log = String(
        await runTool(
          'ffmpeg',
          ['-i', 'pipe:0', '-af', filter, '-f', 'null', '-'],
          await readRendition(rendition),
        ),
      );
      return Number(log.trim().split('=').at(-1));
    },

    async interlacedShare(rendition: Rendition): Promise<number> {
      const filter = 'idet,metadata=print:file=-';
      const log = String(
        await runTool(
          'ffmpeg',
          ['-i', 'pipe:0', '-vf', filter, '-f', 'null', '-'],
          await readRendition(rendition),
        ),
      );
      const frames = [...log.matchAll(/idet\.single\.current_frame=(\w+)/g)].map(
        ([, found]) => found,
      );
      return frames.filter((found) => found === 'tff' || found === 'bff').length / frames.length;
    },
  };
}
export type OpenedPackage = Awaited<ReturnType<typeof openPackage>>;

/** Shannon entropy in bits a byte: 8 is noise. */
export function entropy(bytes: Uint8Array): number {
  const counts = new Float64Array(256);
  for (const byte of bytes) counts[byte]! += 1;
  return -counts.reduce(
    (sum, count) => (count ? sum + (count / bytes.length) * Math.log2(count / bytes.length) : sum),
    0,
  );
}
