import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodePicture, encodeSound, type NamedSound } from './encode.ts';
import { UNKNOWN_LANGUAGE } from './language.ts';
import type { Rung } from './ladder.ts';
import type { Progress } from './progress.ts';
import type { Source } from './probe.ts';
import { type Protected, protect, toMilliseconds } from './protect.ts';
import type { Settings } from './settings.ts';
import { drawStills } from './stills.ts';
import type { Work } from './work.ts';

export type Track = Omit<NamedSound, 'seconds'>;

export interface Making {
  work: Work;
  source: Source;
  settings: Settings;
  ladder: Rung[];
  tracks: Track[];
  tell: Progress;
  signal?: AbortSignal | undefined;
}

/** The sounds of a film by name; the one sound of most films has no language in its name. */
export function tracksOf({ sounds }: Source, { language }: Settings): Track[] {
  if (sounds.length === 0) return [{ name: 'audio', index: null, language: UNKNOWN_LANGUAGE }];
  return sounds.map((sound) => {
    const spoken = sound.language === UNKNOWN_LANGUAGE ? language : sound.language;
    return { index: sound.index, language: spoken, name: sounds.length === 1 ? 'audio' : `audio-${spoken}` };
  });
}

/** Everything that ffmpeg makes of a film, in the work's `package/`; each stage once, whatever happens between. */
export async function makeParts(making: Making) {
  const { work, source, ladder, tracks, tell, signal } = making;
  const smallest = ladder.at(-1)!;
  // The smallest first: what is wrong with a film shows soonest, and the seek pictures are drawn from it.
  const pictures = new Map([[smallest.name, await makePicture(making, smallest, true)]]);
  const seconds = secondsOf(pictures.get(smallest.name)!);
  const stills = await work.stage('stills', () => drawStills(work, source, { ...smallest, seconds }, { signal }));
  tell('stills', 1);

  const sounds = new Map<string, Protected>();
  for (const track of tracks) sounds.set(track.name, await makeSound(making, { ...track, seconds }));
  for (const rung of ladder.slice(0, -1).toReversed()) pictures.set(rung.name, await makePicture(making, rung));
  return { seconds, stills, pictures, sounds };
}
export type Parts = Awaited<ReturnType<typeof makeParts>>;

const makePicture = (making: Making, rung: Rung, keepsClear = false) =>
  makeRendition(making, rung.name, keepsClear, (tell) =>
    encodePicture(making.work, making.source, rung, making.settings, tell),
  );

const makeSound = (making: Making, track: NamedSound) =>
  makeRendition(making, track.name, false, (tell) =>
    encodeSound(making.work, making.source, track, making.settings, tell),
  );

async function makeRendition(
  { work, settings, tell }: Making,
  name: string,
  keepsClear: boolean,
  encode: (tell: (fraction: number) => void) => Promise<void>,
): Promise<Protected> {
  const part = await work.stage(name, async () => {
    tell(name, 0);
    await encode((fraction) => tell(name, fraction));
    return protect(work, name, settings.segmentsPerKey);
  });
  if (!keepsClear) await rm(join(work.dir, 'clear', name), { recursive: true, force: true });
  tell(name, 1);
  return part;
}

const secondsOf = ({ segments }: Protected) =>
  toMilliseconds(segments.reduce((sum, segment) => sum + segment.durationSeconds, 0));
