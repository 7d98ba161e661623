import { z } from 'zod';
import { quotedCommand, sentence, type Text } from '#domain/format/sentence.ts';
import type { FocalPoint } from '#domain/focal-point.ts';
import type { FileKind } from '#domain/office-uploads.ts';
import { CAPTION_ENCODINGS } from '#server/ports/media/ingest/captions/encodings.ts';
import { WARNING_CHOICES } from '#server/ports/media/ingest/findings.ts';
import type { FilmFiles } from '#server/streaming/catalogue/manage/media.ts';
import { focalPoint, path, text, wholeNumber } from '../fields.ts';
import { acceptedWarnings, captionFile, language, outputTarget } from '../ingest/fields.ts';
import { defineCommands, type CommandGroup } from '../command.ts';
import { column } from '../columns.ts';
import { listResult } from '../results.ts';

const { changeCommand, readCommand } = defineCommands(async () => ({
  ...(await import('#server/streaming/catalogue/manage/captions.ts')),
  ...(await import('../actions/captions.ts')),
  ...(await import('#server/streaming/catalogue/manage/films.ts')),
  ...(await import('#server/streaming/catalogue/manage/media.ts')),
}));
const { clientCommand } = defineCommands(() => import('../ingest/films.ts'));

const CAPTIONS_OPTION = {
  about: 'the language and the file of captions, for example ta=film.srt',
  notes: ['may be given several times'],
  isMany: true,
} as const;
const CAPTION_ENCODING_OPTION =
  'the encoding of captions that are neither UTF-8 nor UTF-16, for example windows-1251';

function setFileCommand({
  property,
  title,
  summary,
  kind,
  example,
  name = property,
}: {
  property: keyof FilmFiles;
  title: string;
  summary: Text;
  kind: FileKind | 'package';
  example: string;
  name?: string;
}) {
  const argument = kind === 'package' ? 'folder' : 'file';
  const imageKind = property === 'poster' || property === 'banner' ? property : undefined;
  return changeCommand({
    usage: `${name} <film> <${argument}>`,
    title,
    ...(kind === 'package' ? { onlyInTerminal: true } : { fileInputs: { file: kind } }),
    ...(imageKind && {
      labels: { focus: 'Focal point' },
      options: {
        '--focus <point>': {
          about:
            'the point that stays in the picture when it is cropped, in percent from the left and from the top',
          ifEmpty: '50,50',
        },
      },
      focusInputs: { focus: { fileInput: 'file', imageKind } },
    }),
    summary,
    details: 'The film’s pages change with the next rebuild.',
    input: z.object({
      film: text(),
      [argument]: path,
      ...(imageKind && { focus: focalPoint.optional() }),
    }) as unknown as z.ZodType<
      { film: string; focus?: FocalPoint } & Record<typeof argument, string>
    >,
    examples: [`media ${name} ${example}`],
    run: async (context, given, { editFilm, storeFiles }) => {
      const path = context.resolvePath(given[argument]);
      const media = await storeFiles(context.media, { [property]: path }, given.focus);
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
      title: 'Encode films for streaming',
      labels: {
        paths: 'File',
        language: 'Spoken language',
        loudness: 'Loudness in LUFS',
        segmentsPerKey: 'Segments for each encryption key',
        crf: 'Picture quality (CRF)',
        preset: 'Encoding speed (x264 preset)',
        tune: 'Kind of picture (x264 tuning)',
        audioKbps: 'Sound quality in kbit/s',
        captionEncoding: 'Encoding of old captions',
        withoutCaptions: 'Without captions in',
        accept: 'Accepted warnings',
        separateTracks: 'Separate sound tracks',
        withoutAv1: 'Without AV1',
      },
      fileInputs: { paths: 'film', captions: 'captions' },
      offeredValues: { accept: WARNING_CHOICES },
      onlyInTerminal: ['out', 'folder'],
      isLong: true,
      summary:
        'Encodes films into streaming packages. A second run continues where the first one stopped. Needs ffmpeg.',
      terminalDetails:
        '<paths> are films, or folders of films. Files next to a film with its name (film.ta.srt) are its captions.\n' +
        'A bucket needs AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and, outside Amazon, AWS_ENDPOINT_URL.\n' +
        'Exit code 2: at least one film failed; the rest succeeded.',
      options: {
        '--out <folder>': {
          about: 'the folder of the packages, or s3://bucket/prefix to upload them too',
          ifEmpty: 'packages',
        },
        '--folder <folder>': {
          about: 'with s3://: the local folder of the packages',
          notes: ['the server needs the keys in it'],
          ifEmpty: 'packages',
        },
        '--film <film>': 'the film that gets the package: its key, catalogue reference or number',
        '--captions <language=file>': CAPTIONS_OPTION,
        '--caption-encoding <name>': CAPTION_ENCODING_OPTION,
        '--without-captions <language>': {
          about: 'a language whose captions the package shall not have',
          notes: ['may be given several times'],
          isMany: true,
        },
        '--language <language>': {
          about: 'the spoken language as a tag such as ta',
          notes: ['needed if the film does not name it'],
        },
        '--loudness <LUFS>': { about: 'the loudness after encoding', ifEmpty: '-23' },
        '--segments-per-key <number>': {
          about: 'how many segments of four seconds share a key',
          ifEmpty: '15',
        },
        '--crf <number>': {
          about: 'from 0 to 51: a lower number gives a better picture and a larger file',
          ifEmpty: '22',
        },
        '--preset <name>': {
          about: 'encoder preset of x264: slow makes a smaller file, veryfast needs less time',
          ifEmpty: 'medium',
        },
        '--tune <name>': 'encoder tuning of x264, for example animation, film or grain',
        '--audio-kbps <number>': {
          about: 'sound bit rate: a higher number gives better sound and a larger file',
          ifEmpty: '128',
        },
        '--accept <warnings>': {
          about: 'encodes a film in spite of these warnings, separated by commas',
          notes: ['the message of the film names them'],
        },
        '--separate-tracks': {
          about: 'keeps mono tracks apart',
          notes: [
            'without it, two, six or eight mono tracks of one recording become stereo or 5.1',
          ],
        },
        '--without-av1':
          'encode only H.264. With AV1, encoding takes about twice the time, and many browsers load up to a third less',
      },
      isChange: true,
      input: z.object({
        paths: z.array(path).min(1),
        out: outputTarget.default({ folder: undefined, storage: null }),
        folder: path.optional(),
        film: text().optional(),
        captions: z.array(captionFile).default([]),
        captionEncoding: z.enum(CAPTION_ENCODINGS).optional(),
        withoutCaptions: z.array(language).default([]),
        language: language.optional(),
        loudness: wholeNumber(-40, -10).optional(),
        segmentsPerKey: wholeNumber(1, 10_000).optional(),
        crf: wholeNumber(0, 51).optional(),
        preset: text(40).optional(),
        tune: text(40).optional(),
        audioKbps: wholeNumber(16, 512).optional(),
        accept: acceptedWarnings.default([]),
        separateTracks: z.boolean().optional(),
        withoutAv1: z.boolean().optional(),
      }),
      examples: [
        'media ingest film.mov',
        'media ingest film.mov --film night-rail',
        'media ingest folder/ another.mkv --out packages',
      ],
      run: (context, input, { ingestFilms }) => ingestFilms(context, input),
    }),
    setFileCommand({
      property: 'package',
      title: 'Attach a package to a film',
      summary: sentence`Sets the streaming package of a film, as ${quotedCommand('media ingest')} made it.`,
      kind: 'package',
      example: 'night-rail packages/night-rail',
      name: 'attach',
    }),
    readCommand({
      usage: 'captions <film>',
      title: 'List the captions of a film',
      summary: 'Lists the captions of a film by their languages.',
      input: z.object({ film: text() }),
      examples: ['media captions night-rail'],
      run: async ({ deps }, { film }, { listCaptions }) =>
        listResult('captions', await listCaptions(deps, film), {
          language: column.code('language'),
          label: column.text('name'),
        }),
    }),
    changeCommand({
      usage: 'set-captions <film>',
      title: 'Set captions of a film',
      labels: { captionEncoding: 'Encoding of old captions' },
      fileInputs: { captions: 'captions' },
      summary:
        'Adds captions to an encoded film, or replaces those of the same languages. The film is not encoded again.',
      details:
        'Viewers who start the film then have the new captions. Viewers who are watching keep theirs.',
      options: {
        '--captions <language=file>': CAPTIONS_OPTION,
        '--caption-encoding <name>': CAPTION_ENCODING_OPTION,
      },
      input: z.object({
        film: text(),
        captions: z.array(captionFile).min(1),
        captionEncoding: z.enum(CAPTION_ENCODINGS).optional(),
      }),
      examples: ['media set-captions night-rail --captions fr=night-rail.fr.srt'],
      run: (context, given, { setCaptions }) => setCaptions(context, given),
    }),
    changeCommand({
      usage: 'remove-captions <film> <languages...>',
      title: 'Remove captions of a film',
      summary: 'Removes captions of a film by their languages. The film is not encoded again.',
      details: 'Viewers who are watching keep theirs. To undo it, set the captions again.',
      input: z.object({ film: text(), languages: z.array(language).min(1) }),
      examples: ['media remove-captions night-rail fr'],
      run: (context, given, { removeCaptions }) => removeCaptions(context, given),
    }),
    setFileCommand({
      property: 'poster',
      title: 'Set the poster of a film',
      summary: 'Sets the poster of a film: an upright picture (2:3).',
      kind: 'picture',
      example: 'night-rail poster.jpg --focus 50,30',
    }),
    setFileCommand({
      property: 'banner',
      title: 'Set the banner of a film',
      summary: 'Sets the banner of a film: a wide picture (16:9).',
      kind: 'picture',
      example: 'night-rail banner.jpg',
    }),
    setFileCommand({
      property: 'trailer',
      title: 'Set the trailer of a film',
      summary: 'Sets the trailer of a film: an MP4 video.',
      kind: 'mp4',
      example: 'night-rail trailer.mp4',
    }),
    setFileCommand({
      property: 'teaser',
      title: 'Set the teaser of a film',
      summary: 'Sets the teaser of a film: an MP4 video.',
      kind: 'mp4',
      example: 'night-rail teaser.mp4',
    }),
  ],
};
