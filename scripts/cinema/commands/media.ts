import { z } from 'zod';
import type { FilmFiles } from '#server/streaming/catalogue/manage/media.ts';
import { file, text, whole } from '../fields.ts';
import { captionFile, language, outFolder } from '../ingest/fields.ts';
import { doneBy, type Noun } from '../verb.ts';

const { changes } = doneBy(async () => ({
  ...(await import('#server/streaming/catalogue/manage/films.ts')),
  ...(await import('#server/streaming/catalogue/manage/media.ts')),
}));
const { worksHere } = doneBy(() => import('../ingest/films.ts'));

/** `media poster <film> <file>`: gives a film one thing. */
function giving(what: keyof FilmFiles, about: string, kind: 'file' | 'folder', example: string, name: string = what) {
  return changes({
    words: `${name} <film> <${kind}>`,
    about,
    more: 'Its pages come with the next rebuild.',
    input: z.object({ film: text(), [kind]: file }) as unknown as z.ZodType<{
      film: string;
      file?: string;
      folder?: string;
    }>,
    examples: [`media ${name} ${example}`],
    run: async (desk, given, { editFilm, keepFiles }) => {
      const media = await keepFiles(desk.media, { [what]: desk.path((given.file ?? given.folder)!) });
      return desk.change((deps) => editFilm(deps, given.film, {}, media));
    },
  });
}

export const media: Noun = {
  name: 'media',
  about: 'Pictures, trailers and films',
  verbs: [
    worksHere({
      words: 'ingest <paths...>',
      about: 'Makes streaming packages of films. Run again, it goes on where it stopped. (This one needs ffmpeg.)',
      more:
        'A path is a film, or a folder of films.\n' +
        'A storage is named by AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and, unless it is Amazon’s, AWS_ENDPOINT_URL.\n' +
        'Here 2 means that a film could not be made; the others were.',
      options: {
        '--out <folder>':
          'the folder of the packages, or s3://bucket/prefix to bring them into a storage as well; packages unless given',
        '--folder <folder>':
          'with s3://: where packages are made and stay, for the house needs their keys; packages unless given',
        '--captions <language=file>': {
          about:
            'a WebVTT or SRT file of one film, as in ta=film.srt; may be given more than once. Files beside a film that are named after it (film.ta.srt) are taken by themselves',
          isMany: true,
        },
        '--language <language>': 'what is spoken, where the film does not say it',
        '--loudness <LUFS>': 'that the sound is brought to; -23 unless given (--loudness=-23)',
        '--segments-per-key <number>': 'how many four-second segments share a key; 15 unless given',
        '--crf <number>': 'picture quality, lower is better and larger; 22 unless given',
        '--preset <name>': 'x264 preset; medium unless given',
        '--tune <name>': 'x264 tuning: animation for drawn films',
        '--audio-kbps <number>': 'sound bit rate; 128 unless given',
      },
      changes: true,
      input: z.object({
        paths: z.array(file).min(1),
        out: outFolder.default({ folder: undefined, storage: null }),
        folder: file.optional(),
        captions: z.array(captionFile).default([]),
        language: language.optional(),
        loudness: whole(-40, -10).optional(),
        segmentsPerKey: whole(1, 10_000).optional(),
        crf: whole(0, 51).optional(),
        preset: text(40).optional(),
        tune: text(40).optional(),
        audioKbps: whole(16, 512).optional(),
      }),
      examples: ['media ingest film.mov', 'media ingest folder/ another.mkv --out packages'],
      run: (counter, wishes, { ingestFilms }) => ingestFilms(counter, wishes),
    }),
    giving(
      'package',
      'Gives a film its package, as `cinema media ingest` made it: what plays.',
      'folder',
      'night-rail packages/night-rail',
      'attach',
    ),
    giving('poster', 'Gives a film its poster: an upright picture (2:3).', 'file', 'night-rail poster.jpg'),
    giving('banner', 'Gives a film its banner: a wide picture (16:9).', 'file', 'night-rail banner.jpg'),
    giving('trailer', 'Gives a film its trailer: an MP4.', 'file', 'night-rail trailer.mp4'),
    giving('teaser', 'Gives a film its teaser: an MP4.', 'file', 'night-rail teaser.mp4'),
  ],
};
