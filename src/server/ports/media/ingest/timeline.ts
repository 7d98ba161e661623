import { isDiscontinuous, mapAllStreams } from './clock.ts';
import { inputArgs } from './container.ts';
import { framesPerSecond } from './frame-rate.ts';
import type { Source } from './probe.ts';
import { flags, readToolLines, type RunOptions } from './tools.ts';

/**
 * All times are seconds on the film's clock, which every run of ffmpeg over the film has
 * (clock.ts).
 */
export interface Span {
  start: number;
  end: number;
  packetCount: number;
  gaps: Gap[];
}

export interface Gap {
  at: number;
  seconds: number;
}

export interface Timeline {
  picture: Span;
  /** One for each audio stream of the source, in its order. */
  sound: Span[];
  /** The end of the last stream that was read, subtitles too. */
  end: number;
  /** The length of the film. */
  seconds: number;
}

/** Below this, a missing part is no more than what a late or coarse time stamp makes. */
// Chosen: a picture that stands still for two seconds is seen.
export const MIN_GAP_SECONDS = 2;
/**
 * Up to this, the sound ends with the picture, which an AAC frame or a rounded time stamp makes.
 */
const MIN_HELD_SECONDS = 0.1;

/** Reads all packets of the film's streams, without decoding them. Throws ToolFailed. */
// Chosen: one reading of the file. The header of many formats has no length, and none tells what is
// missing in the middle.
export async function readTimeline(source: Source, options: RunOptions): Promise<Timeline> {
  const reader = createPacketReader();
  const copy = [...flags({ c: 'copy', copypriorss: 1, f: 'framecrc' }), '-copyinkf', 'pipe:1'];
  // Subtitles may end last. In discontinuous formats they could move the start of the clock.
  const subtitles = isDiscontinuous(source) ? [] : ['-map', '0:s?'];
  const args = ['-nostdin', ...inputArgs(source), ...mapAllStreams(source), ...subtitles, ...copy];
  await readToolLines({ tool: 'ffmpeg', args, options, onLine: reader.readLine });
  return timelineOf(source, reader.spans);
}

function timelineOf({ sounds, rate }: Source, spans: OpenSpan[]): Timeline {
  const [read = emptySpan()] = spans;
  const picture =
    read.lastDuration > 0 ? read : { ...read, end: read.end + 1 / framesPerSecond(rate) };
  const soundStreamCount = sounds.flatMap(({ indexes }) => indexes).length;
  const sound = spans.slice(1, 1 + soundStreamCount);
  const end = Math.max(picture.end, ...spans.map((span) => span.end));
  return { picture, sound, end, seconds: picture.end + heldSeconds(picture, sound) };
}

/** How long the sound lasts after the picture. */
export function heldSeconds(picture: Span, sound: Span[]): number {
  const seconds = Math.max(0, ...sound.map(({ end }) => end)) - picture.end;
  return seconds > MIN_HELD_SECONDS ? seconds : 0;
}

interface OpenSpan extends Span {
  lastDuration: number;
}

const emptySpan = (): OpenSpan => ({
  start: Infinity,
  end: 0,
  packetCount: 0,
  gaps: [],
  lastDuration: 0,
});

/**
 * Reads the lines of ffmpeg's framecrc: `#tb 0: 1/90000` for a stream, and `0, dts, pts, duration,
 * size, …` for a packet.
 */
function createPacketReader() {
  const secondsPerTick: number[] = [];
  const spans: OpenSpan[] = [];
  const readTimeBase = (line: string) => {
    const [stream = 0, ticks = 1, perSecond = 1] = line
      .slice('#tb '.length)
      .split(/[:/]/)
      .map(Number);
    secondsPerTick[stream] = ticks / perSecond;
    spans[stream] = emptySpan();
  };
  const readPacket = (line: string) => {
    const [stream = 0, dts = 0, pts = 0, duration = 0] = line.split(',', 4).map(Number);
    const span = spans[stream];
    const tick = secondsPerTick[stream] ?? 1;
    if (span) addPacket(span, (pts < MIN_TIMESTAMP ? dts : pts) * tick, duration * tick);
  };
  const readLine = (line: string) => {
    if (line.startsWith('#tb ')) readTimeBase(line);
    else if (line && !line.startsWith('#')) readPacket(line);
  };
  return { spans, readLine };
}

/** ffmpeg prints −2⁶³ for a packet without a time stamp. */
const MIN_TIMESTAMP = -(2 ** 62);

function addPacket(span: OpenSpan, at: number, duration: number): void {
  const missing = at - span.end;
  if (span.packetCount > 0 && missing > MIN_GAP_SECONDS)
    span.gaps.push({ at: span.end, seconds: missing });
  if (at + duration >= span.end) span.lastDuration = duration;
  span.start = Math.min(span.start, at);
  span.end = Math.max(span.end, at + duration);
  span.packetCount += 1;
}
