import { runTool } from './clips.ts';

const RATE = 48_000;
/** Quieter tones are noise of the encoder. */
const MIN_SHARE = 0.1;

/** Which of the tones (Hz) one channel of a stereo file holds, within its first two seconds. */
export async function tonesIn(
  file: Buffer,
  channel: 'FL' | 'FR',
  hertz: number[],
): Promise<number[]> {
  const args = [
    '-i',
    'pipe:0',
    '-t',
    '2',
    '-af',
    `pan=mono|c0=${channel}`,
    '-ar',
    String(RATE),
    '-f',
    's16le',
    'pipe:1',
  ];
  const bytes = await runTool('ffmpeg', args, file);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2));
  const levels = hertz.map((each) => levelOf(samples, each));
  return hertz.filter((_, at) => levels[at]! > MIN_SHARE * Math.max(...levels));
}

/** The part of the discrete Fourier transform at one frequency. */
function levelOf(samples: Int16Array, hertz: number): number {
  let [real, imaginary] = [0, 0];
  for (const [at, sample] of samples.entries()) {
    const angle = (2 * Math.PI * hertz * at) / RATE;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
  }
  return Math.hypot(real, imaginary);
}
