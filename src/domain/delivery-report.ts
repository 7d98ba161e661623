import { z } from 'zod';

const DeliveredStream = z.object({
  /** Counts from 0, as ffprobe counts. */
  index: z.number().int(),
  kind: z.enum(['picture', 'sound', 'subtitles', 'other']),
  codec: z.string(),
  /** Stored pixels. */
  width: z.number().optional(),
  height: z.number().optional(),
  framesPerSecond: z.number().optional(),
  /**
   * ffmpeg's names of pixel format, range, matrix, primaries and transfer, as far as they are
   * known.
   */
  colour: z.array(z.string()).optional(),
  channels: z.number().optional(),
  layout: z.string().optional(),
  /** Hz */
  sampleRate: z.number().optional(),
  /** Bits a second. */
  bitRate: z.number().optional(),
  language: z.string().optional(),
  title: z.string().optional(),
  isDefault: z.boolean(),
  startSeconds: z.number().optional(),
  seconds: z.number().optional(),
  /**
   * Renditions and captions that were made of the stream: `720p`, `audio-ta`, `captions/fr`. Empty:
   * it was left out.
   */
  made: z.array(z.string()),
  leftOut: z.string().optional(),
});
export type DeliveredStream = z.infer<typeof DeliveredStream>;

const DeliveredSound = z.object({
  /** Of the rendition. */
  name: z.string(),
  streams: z.array(z.number().int()),
  language: z.string(),
  role: z.string().optional(),
  /** Of mono tracks that were joined. */
  joinedTo: z.string().optional(),
  /** Of the source in stereo. Missing for silence. */
  loudnessLufs: z.number().optional(),
  truePeakDb: z.number().optional(),
});
export type DeliveredSound = z.infer<typeof DeliveredSound>;

const ReportedFinding = z.object({
  code: z.string(),
  severity: z.enum(['note', 'warning']),
  values: z.record(z.string(), z.unknown()),
  text: z.string(),
});
export type ReportedFinding = z.infer<typeof ReportedFinding>;

/**
 * What came, what was made of it, what was left out, and what looks wrong. `report.json` of a
 * package; viewers never get it.
 */
export const DeliveryReport = z.object({
  version: z.literal(1),
  file: z.string(),
  container: z.string(),
  seconds: z.number(),
  startSeconds: z.number(),
  streams: z.array(DeliveredStream),
  sounds: z.array(DeliveredSound),
  findings: z.array(ReportedFinding),
});
export type DeliveryReport = z.infer<typeof DeliveryReport>;
