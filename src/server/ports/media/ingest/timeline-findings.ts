import { basename } from 'node:path';
import { MediaError } from '../errors.ts';
import { isDiscontinuous } from './clock.ts';
import type { Finding } from './findings.ts';
import { type Source, stillPictureError, truncatedFileError } from './probe.ts';
import { type Gap, heldSeconds, MIN_GAP_SECONDS, type Span, type Timeline } from './timeline.ts';

const MAX_MISSING_SECONDS = 2;
const MAX_MISSING_SHARE = 0.02;

/**
 * Throws MediaError if the file has no moving picture, or ends before the end that its header
 * announces.
 */
export function checkIsWhole(source: Source, { picture, sound, end }: Timeline): void {
  if (picture.packetCount === 0)
    throw new MediaError(`${basename(source.file)} has no picture that can be read`);
  if (picture.packetCount === 1) throw stillPictureError(source.file);
  // The length of these formats is an estimate from two time stamps, which may lie hours apart.
  if (isDiscontinuous(source)) return;
  const { announced } = source;
  const soundEnd = Math.max(0, ...sound.map((each) => each.end));
  const pairs: [number, number | null][] = [
    [picture.end, announced.picture],
    [soundEnd, sound.length > 0 ? announced.sound : null],
    [end, announced.picture === null ? announced.film : null],
  ];
  const missing = pairs.find(([found, expected]) => expected !== null && isShort(found, expected));
  if (missing)
    throw truncatedFileError(
      source.file,
      ` before the end of its ${Math.round(missing[1]!)} seconds`,
    );
}

const isShort = (found: number, expected: number) =>
  found < expected - MAX_MISSING_SECONDS && found < expected * (1 - MAX_MISSING_SHARE);

export const timelineFindings = ({ picture, sound }: Timeline): Finding[] => [
  ...endFindings(picture, sound),
  ...gapFinding('picture-gaps', [...lateStart(picture), ...picture.gaps]),
  ...gapFinding(
    'sound-gaps',
    sound.flatMap((span) => span.gaps),
  ),
];

/** Below this, nobody misses the end of the sound. */
const MIN_TOLD_SECONDS = 0.5;
/**
 * Chosen: a second, 5 % of a short film, or ten seconds of a long one: music after the last
 * picture, but no lost scene.
 */
const MAX_HELD_SECONDS = { least: 1, share: 0.05, most: 10 };

function endFindings(picture: Span, sound: Span[]): Finding[] {
  const held = heldSeconds(picture, sound);
  const values = { seconds: held, at: picture.end };
  if (held > maxHeldSeconds(picture.end + held)) return [{ code: 'picture-ends-early', values }];
  if (held > MIN_TOLD_SECONDS) return [{ code: 'last-picture-held', values }];
  const soundEnd = Math.max(0, ...sound.map(({ end }) => end));
  const silent = picture.end - soundEnd;
  return sound.length > 0 && silent > MIN_GAP_SECONDS
    ? [{ code: 'sound-ends-early', values: { seconds: silent, at: soundEnd } }]
    : [];
}

const maxHeldSeconds = (filmSeconds: number): number => {
  const { least, share, most } = MAX_HELD_SECONDS;
  return Math.max(least, Math.min(most, filmSeconds * share));
};

const lateStart = ({ start }: Span): Gap[] =>
  start > MIN_GAP_SECONDS ? [{ at: 0, seconds: start }] : [];

function gapFinding(code: 'picture-gaps' | 'sound-gaps', gaps: Gap[]): Finding[] {
  const [first] = gaps;
  if (!first) return [];
  const seconds = gaps.reduce((sum, gap) => sum + gap.seconds, 0);
  return [{ code, values: { count: gaps.length, seconds, at: first.at } }];
}
