import { expect, test } from 'vitest';
import { joinMono } from '#server/ports/media/ingest/streams/join-mono.ts';
import { nameSounds } from '#server/ports/media/ingest/streams/name-sound.ts';
import type { Stream } from '#server/ports/media/ingest/streams/stream.ts';
import { pictureOf, readTracks } from '#server/ports/media/ingest/tracks.ts';

const CHOICE = {
  demuxer: 'mov',
  programmes: [],
  decoders: new Set(['h264', 'mjpeg', 'aac', 'pcm_s24le', 'subrip', 'dvd_subtitle']),
  separateTracks: false,
};

const video = (index: number, width: number, more: Partial<Stream> = {}): Stream => ({
  index,
  codec_type: 'video',
  codec_name: 'h264',
  width,
  height: (width * 9) / 16,
  ...more,
});
const sound = (index: number, language: string, more: Partial<Stream> = {}): Stream => ({
  index,
  codec_type: 'audio',
  codec_name: 'aac',
  channels: 2,
  tags: { language },
  ...more,
});
const mono = (index: number, more: Partial<Stream> = {}): Stream => ({
  ...sound(index, 'und'),
  codec_name: 'pcm_s24le',
  channels: 1,
  sample_rate: '48000',
  start_time: '0.000000',
  duration: '60.000000',
  ...more,
});
const marked = (...names: string[]) => ({
  disposition: Object.fromEntries(names.map((name) => [name, 1])),
});

test.each<[string, number, Stream[]]>([
  ['the default one', 1, [video(0, 1920), video(1, 640, marked('default'))]],
  [
    'of several default ones the largest',
    1,
    [video(0, 160, marked('default')), video(1, 640, marked('default'))],
  ],
  ['without a default one the largest', 1, [video(0, 160), video(1, 640)]],
  ['of equal ones the first', 0, [video(0, 640), video(1, 640)]],
  ['no cover', 1, [video(0, 4000, marked('attached_pic', 'default')), video(1, 640)]],
  ['no thumbnail', 1, [video(0, 4000, marked('timed_thumbnails')), video(1, 640)]],
  ['no single frame', 1, [video(0, 4000, { nb_frames: '1' }), video(1, 640, { nb_frames: '250' })]],
  ['none that cannot be decoded', 1, [video(0, 4000, { codec_name: 'unknown' }), video(1, 640)]],
])('the picture is %s', (_, index, streams) =>
  expect(pictureOf(streams, CHOICE)?.index).toBe(index),
);

test.each<[string, string[], Stream[], string]>([
  ['two tracks are stereo', ['1+2 stereo'], [mono(1), mono(2)], 'mov'],
  [
    'four tracks are two pairs',
    ['1+2 stereo', '3+4 stereo'],
    [1, 2, 3, 4].map((at) => mono(at)),
    'mov',
  ],
  ['six tracks are 5.1', ['1+2+3+4+5+6 5.1'], [1, 2, 3, 4, 5, 6].map((at) => mono(at)), 'mov'],
  [
    'eight tracks of a master are 5.1 and stereo',
    ['1+2+3+4+5+6 5.1', '7+8 stereo'],
    [1, 2, 3, 4, 5, 6, 7, 8].map((at) => mono(at)),
    'mov',
  ],
  [
    'eight tracks of a broadcaster are pairs',
    ['1+2 stereo', '3+4 stereo', '5+6 stereo', '7+8 stereo'],
    [1, 2, 3, 4, 5, 6, 7, 8].map((at) => mono(at)),
    'mxf',
  ],
  ['three tracks stay', ['1', '2', '3'], [mono(1), mono(2), mono(3)], 'mov'],
  ['tracks of other lengths stay', ['1', '2'], [mono(1), mono(2, { duration: '55.0' })], 'mov'],
  [
    'tracks of two languages stay',
    ['1', '2'],
    [mono(1, sound(1, 'ta').tags && { tags: { language: 'ta' } }), mono(2)],
    'mov',
  ],
  ['a commentary stays', ['1', '2'], [mono(1), mono(2, marked('comment'))], 'mov'],
  [
    'compressed tracks stay',
    ['1', '2'],
    [mono(1, { codec_name: 'aac' }), mono(2, { codec_name: 'aac' })],
    'mov',
  ],
  [
    'labels of channels decide the order',
    ['2+1 stereo'],
    [
      mono(1, { channel_layout: '1 channels (FR)' }),
      mono(2, { channel_layout: '1 channels (FL)' }),
    ],
    'mov',
  ],
])('of mono tracks, %s', (_, expected, streams, demuxer) => {
  const joined = joinMono(streams, demuxer);
  const text = joined.map(({ streams: each, layout }) =>
    [each.map(({ index }) => index).join('+'), layout].filter(Boolean).join(' '),
  );
  expect(text).toEqual(expected);
});

const soundNames = (streams: Stream[], language = 'und') => {
  const picture = video(0, 640);
  const { sounds } = readTracks([picture, ...streams], picture, CHOICE);
  return nameSounds(sounds, language).map(({ name, label, sound: track }) =>
    [name, ...(track?.indexes ?? []), ...(label ? [label] : [])].join(' '),
  );
};

test.each<[string, string[], Stream[]]>([
  ['no track is silence', ['audio'], []],
  ['one track', ['audio 1'], [sound(1, 'eng')]],
  [
    'one track for each language, the default one first',
    ['audio-ta 2', 'audio-en 1'],
    [sound(1, 'eng'), sound(2, 'tam', marked('default'))],
  ],
  [
    'a second track of a language',
    [
      'audio-en 1',
      'audio-en-alternative 2 English (another track)',
      'audio-en-alternative-2 3 English (another track 2)',
    ],
    [sound(1, 'eng'), sound(2, 'eng'), sound(3, 'eng')],
  ],
  [
    'a commentary and an audio description, also if they come first',
    [
      'audio-en 3',
      'audio-en-commentary 1 English (commentary)',
      'audio-en-description 2 English (audio description)',
    ],
    [
      sound(1, 'eng', marked('comment')),
      sound(2, 'eng', marked('visual_impaired')),
      sound(3, 'eng'),
    ],
  ],
  [
    'a title that says commentary',
    ['audio-en 1', 'audio-en-commentary 2 English (commentary)'],
    [
      sound(1, 'eng'),
      sound(2, 'eng', { tags: { language: 'eng', title: 'Director’s Commentary' } }),
    ],
  ],
  ['the only track, marked as commentary', ['audio 1'], [sound(1, 'eng', marked('comment'))]],
  [
    'a track that can be decoded',
    ['audio 2'],
    [sound(1, 'eng', { codec_name: 'unknown' }), sound(2, 'eng')],
  ],
])('sound: %s', (_, expected, streams) => expect(soundNames(streams)).toEqual(expected));

test('a language given for tracks without one makes no two tracks of one name', () => {
  expect(soundNames([sound(1, 'und'), sound(2, 'tam')], 'ta')).toEqual([
    'audio-ta 1',
    'audio-ta-alternative 2 தமிழ் (another track)',
  ]);
});

test('every stream is used or left out with its reason', () => {
  const subtitle = (index: number, more: Partial<Stream>): Stream => ({
    index,
    codec_type: 'subtitle',
    ...more,
  });
  const english = { codec_name: 'subrip', tags: { language: 'eng' } };
  const streams = [
    video(0, 640),
    video(1, 160),
    video(2, 600, marked('attached_pic')),
    sound(3, 'eng'),
    sound(4, 'tam', { codec_name: 'apac' }),
    subtitle(5, english),
    subtitle(6, english),
    subtitle(7, { ...english, ...marked('forced') }),
    subtitle(8, { codec_name: 'subrip' }),
    subtitle(9, { codec_name: 'dvd_subtitle', tags: { language: 'eng' } }),
    { index: 10, codec_type: 'data' },
  ];
  const tracks = readTracks(streams, streams[0]!, CHOICE);
  expect(tracks.subtitles).toEqual([{ index: 5, language: 'en' }]);
  expect(tracks.leftOut.map(({ stream, reason }) => `${stream.index} ${reason}`)).toEqual([
    '1 other-picture',
    '2 cover',
    '4 undecodable',
    '6 second-subtitles',
    '7 forced-subtitles',
    '8 subtitles-without-language',
    '9 bitmap-subtitles',
    '10 no-film-data',
  ]);
});

test('streams of another programme are left out', () => {
  const streams = [video(0, 160), sound(1, 'eng'), video(2, 640), sound(3, 'eng')];
  const programmes = [
    { streams: [{ index: 0 }, { index: 1 }] },
    { streams: [{ index: 2 }, { index: 3 }] },
  ];
  const tracks = readTracks(streams, streams[2]!, { ...CHOICE, programmes });
  expect(tracks.sounds.map(({ indexes }) => indexes)).toEqual([[3]]);
  expect(tracks.leftOut.map(({ stream, reason }) => `${stream.index} ${reason}`)).toEqual([
    '0 other-programme',
    '1 other-programme',
  ]);
});
