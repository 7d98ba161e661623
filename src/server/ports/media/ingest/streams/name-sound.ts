import type { SoundRole } from '#domain/playlist.ts';
import { deliveryText } from '#messages/delivery.ts';
import { nativeLanguageName, UNKNOWN_LANGUAGE } from '../language.ts';
import type { SoundTrack } from './choose-sound.ts';

/**
 * A track with the name of its rendition. `sound` is null for the silence of a film without sound.
 */
export interface NamedSound {
  name: string;
  language: string;
  role: SoundRole | null;
  /**
   * For the player’s menu, unique in the film; only of a track that the language does not tell
   * apart.
   */
  label?: string;
  sound: SoundTrack | null;
}

/**
 * Names the sound tracks; a single track has no language in its name. `language` is that of tracks
 * without one.
 */
export function nameSounds(sounds: SoundTrack[], language: string): NamedSound[] {
  if (sounds.length === 0)
    return [{ name: 'audio', language: UNKNOWN_LANGUAGE, role: null, sound: null }];
  const named: NamedSound[] = [];
  for (const sound of sounds)
    named.push(
      nameSound(sound, sound.language === UNKNOWN_LANGUAGE ? language : sound.language, named),
    );
  return named.length === 1 ? named.map((each) => ({ ...each, name: 'audio' })) : named;
}

function nameSound(sound: SoundTrack, language: string, earlier: NamedSound[]): NamedSound {
  const role = roleAmong(sound, language, earlier);
  if (!role) return { name: `audio-${language}`, language, role, sound };
  const number =
    1 + earlier.filter((each) => each.language === language && each.role === role).length;
  return {
    name: number > 1 ? `audio-${language}-${role}-${number}` : `audio-${language}-${role}`,
    language,
    role,
    label: deliveryText.soundLabel({ language: languageLabel(language), role, number }),
    sound,
  };
}

const languageLabel = (language: string) =>
  language === UNKNOWN_LANGUAGE ? deliveryText.unknownLanguage : nativeLanguageName(language);

/**
 * The first track is always the film's sound, whatever its mark. A second one of a language is an
 * alternative.
 */
function roleAmong(
  { role }: SoundTrack,
  language: string,
  earlier: NamedSound[],
): SoundRole | null {
  if (earlier.length === 0) return null;
  const isSecond = earlier.some((each) => each.language === language && each.role === null);
  return role ?? (isSecond ? 'alternative' : null);
}
