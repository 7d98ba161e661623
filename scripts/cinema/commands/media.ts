import { z } from 'zod';
import type { FileKind } from '#domain/office-uploads.ts';
import type { FilmFiles } from '#server/streaming/catalogue/manage/media.ts';
import { path, text, wholeNumber } from '../fields.ts';
import { captionFile, language, outputTarget } from '../ingest/fields.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { changeCommand } = defineCommands(async () => ({
  ...(await import('#server/streaming/catalogue/manage/films.ts')),
  ...(await import('#server/streaming/catalogue/manage/media.ts')),
}));
const { clientCommand } = defineCommands(() => import('../ingest/films.ts'));

function setFileCommand(
  property: keyof FilmFiles,
  title: string,
  summary: string,
  kind: FileKind | 'package',
  example: string,
  name: string = property,
) {
  const argument = kind === 'package' ? 'folder' : 'file';
  return changeCommand({
    usage: `${name} <film> <${argument}>`,
    title,
    ...(kind === 'package' ? { onlyInTerminal: true } : { fileInputs: { file: kind } }),
    summary,
    details: 'The film’s pages change with the next rebuild.',
    input: z.object({ film: text(), [argument]: path }) as unknown as z.ZodType<{
      film: string;
      file?: string;
      folder?: string;
    }>,
    examples: [`media ${name} ${example}`],
    run: async (context, given, { editFilm, storeFiles }) => {
      const media = await storeFiles(context.media, { [property]: context.resolvePath((given.file ?? given.folder)!) });
      return context.change((deps) => editFilm(deps, given.film, {}, media));
    },
  });
}

export const media: CommandGroup = {
  name: 'media',
  summary: 'Pictures, trailers and films',
  roles: ['programmer'],
  commands: [
    clientCommand({
      usage: 'ingest <paths...>',
      title: 'Make streaming packages',
      labels: { paths: 'File', crf: 'Quality (CRF)', audioKbps: 'Sound in kbit/s', withoutAv1: 'Without AV1' },
      fileInputs: { paths: 'film', captions: 'captions' },
      onlyInTerminal: ['out', 'folder'],
      isLong: true,
      summary: 'Makes streaming packages from films. A second run continues where the first one stopped. Needs ffmpeg.',
      details:
        'A path is a film or a folder of films.\n' +
        'A bucket needs AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and, outside Amazon, AWS_ENDPOINT_URL.\n' +
        'Exit code 2: at least one film failed; the rest succeeded.',
      options: {
        '--out <folder>': 'the folder of the packages, or s3://bucket/prefix to upload them too; default packages',
        '--folder <folder>':
          'with s3://: the local folder of the packages; the server needs the keys in it; default packages',
        '--film <film>': 'the film that gets the package: its key, catalogue reference or number',
        '--captions <language=file>': {
          about:
            'a WebVTT or SRT file for one film, for example ta=film.srt; may be given several times. Files next to a film with its name (film.ta.srt) are found automatically',
          isMany: true,
        },
        '--language <language>': 'the spoken language, if the film does not name it',
        '--loudness <LUFS>': 'the target loudness; default -23 (--loudness=-23)',
        '--segments-per-key <number>': 'how many four-second segments share a key; default 15',
        '--crf <number>': 'picture quality, lower is better and larger; default 22',
        '--preset <name>': 'x264 preset; default medium',
        '--tune <name>': 'x264 tuning, for example animation',
        '--audio-kbps <number>': 'sound bit rate; default 128',
        '--without-av1':
          'encodes only H.264. Without this option, films are also encoded in AV1 if ffmpeg has SVT-AV1: a tenth to a third fewer bytes for browsers that decode AV1 well, and about twice the time',
      },
      isChange: true,
      input: z.object({
        paths: z.array(path).min(1),
        out: outputTarget.default({ folder: undefined, storage: null }),
        folder: path.optional(),
        film: text().optional(),
        captions: z.array(captionFile).default([]),
        language: language.optional(),
        loudness: wholeNumber(-40, -10).optional(),
        segmentsPerKey: wholeNumber(1, 10_000).optional(),
        crf: wholeNumber(0, 51).optional(),
        preset: text(40).optional(),
        tune: text(40).optional(),
        audioKbps: wholeNumber(16, 512).optional(),
        withoutAv1: z.boolean().optional(),
      }),
      examples: [
        'media ingest film.mov',
        'media ingest film.mov --film night-rail',
        'media ingest folder/ another.mkv --out packages',
      ],
      run: (context, input, { ingestFilms }) => ingestFilms(context, input),
    }),
    setFileCommand(
      'package',
      'Attach a package to a film',
      'Sets the streaming package of a film, as `cinema media ingest` made it.',
      'package',
      'night-rail packages/night-rail',
      'attach',
    ),
    setFileCommand(
      'poster',
      'Set the poster of a film',
      'Sets the poster of a film: an upright picture (2:3).',
      'picture',
      'night-rail poster.jpg',
    ),
    setFileCommand(
      'banner',
      'Set the banner of a film',
      'Sets the banner of a film: a wide picture (16:9).',
      'picture',
      'night-rail banner.jpg',
    ),
    setFileCommand(
      'trailer',
      'Set the trailer of a film',
      'Sets the trailer of a film: an MP4.',
      'mp4',
      'night-rail trailer.mp4',
    ),
    setFileCommand(
      'teaser',
      'Set the teaser of a film',
      'Sets the teaser of a film: an MP4.',
      'mp4',
      'night-rail teaser.mp4',
    ),
  ],
};
