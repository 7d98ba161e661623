import { expect, test } from 'vitest';
import {
  masterPlaylist,
  mediaPlaylist,
  mediaUris,
  type PackageManifest,
} from '#domain/playlist.ts';

const segments = (name: string, keys: number[]) =>
  keys.map((keyIndex, index) => ({
    uri: `${name}/0000${index}.m4s`,
    durationSeconds: index === keys.length - 1 ? 1.5 : 4.004,
    keyIndex,
  }));

const film: PackageManifest = {
  version: 1,
  durationSeconds: 9.508,
  renditions: [
    {
      name: '720p',
      kind: 'video',
      width: 1280,
      height: 720,
      frameRate: 24_000 / 1001,
      bandwidth: 2_000_000,
      codecs: 'avc1.64001F',
      init: '720p/init.mp4',
      segments: segments('720p', [0, 0, 1]),
    },
    {
      name: '240p',
      kind: 'video',
      width: 426,
      height: 240,
      bandwidth: 300_000.4,
      codecs: 'avc1.640015',
      init: '240p/init.mp4',
      segments: segments('240p', [2, 2, 3]),
    },
    {
      name: 'audio',
      kind: 'audio',
      bandwidth: 96_000,
      codecs: 'mp4a.40.2',
      language: 'und',
      init: 'audio/init.mp4',
      segments: segments('audio', [4, 4, 5]),
    },
  ],
  captions: [{ language: 'ta', label: 'தமிழ் "full"', uri: 'captions/ta.vtt' }],
  poster: 'poster.jpg',
  sprite: { uri: 'sprite.webp', columns: 1, rows: 1, width: 160, height: 90, everySeconds: 5 },
};

test('the master playlist lists audio, captions and all video renditions, the smallest first', () => {
  expect(masterPlaylist(film).split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="audio",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio.m3u8"',
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="தமிழ்  full ",LANGUAGE="ta",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="captions-ta.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=396001,CODECS="avc1.640015,mp4a.40.2",RESOLUTION=426x240,AUDIO="sound",SUBTITLES="captions"',
    '240p.m3u8',
    '#EXT-X-STREAM-INF:BANDWIDTH=2096000,CODECS="avc1.64001F,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=23.976,AUDIO="sound",SUBTITLES="captions"',
    '720p.m3u8',
    '',
  ]);
});

test('a film without captions has no caption group', () => {
  expect(masterPlaylist({ ...film, captions: [] })).not.toContain('SUBTITLES');
});

test('a known audio language is listed', () => {
  const tamil = film.renditions.map((each) =>
    each.kind === 'audio' ? { ...each, language: 'ta' } : each,
  );
  expect(masterPlaylist({ ...film, renditions: tamil })).toContain('NAME="ta",LANGUAGE="ta"');
});

test('tracks of one language have their own names, roles and no automatic choice; the bandwidth is that of the largest', () => {
  const [main] = film.renditions.filter((each) => each.kind === 'audio');
  const extra = (name: string, role: 'commentary' | 'description', label: string) => ({
    ...main!,
    name,
    role,
    label,
  });
  const playlist = masterPlaylist({
    ...film,
    renditions: [
      ...film.renditions,
      { ...extra('audio-commentary', 'commentary', 'English (commentary)'), bandwidth: 128_000 },
      extra('audio-description', 'description', 'English (audio description)'),
    ],
  });
  expect(playlist).toContain(
    'NAME="English (commentary)",DEFAULT=NO,AUTOSELECT=NO,CHANNELS="2",URI="audio-commentary.m3u8"',
  );
  expect(playlist).toContain(
    'NAME="English (audio description)",DEFAULT=NO,AUTOSELECT=YES,CHARACTERISTICS="public.accessibility.describes-video",CHANNELS="2",URI="audio-description.m3u8"',
  );
  expect(playlist).toContain('BANDWIDTH=428001,CODECS="avc1.640015,mp4a.40.2"');
});

test('a media playlist has a clear init segment, a tag for each key change, and an end tag', () => {
  expect(mediaPlaylist(film, '720p')!.split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-TARGETDURATION:5',
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-MAP:URI="media/720p/init.mp4"',
    '#EXT-X-KEY:METHOD=AES-128,URI="keys/0"',
    '#EXTINF:4.004,',
    'media/720p/00000.m4s',
    '#EXTINF:4.004,',
    'media/720p/00001.m4s',
    '#EXT-X-KEY:METHOD=AES-128,URI="keys/1"',
    '#EXTINF:1.5,',
    'media/720p/00002.m4s',
    '#EXT-X-ENDLIST',
    '',
  ]);
});

test('captions are one unencrypted segment of the film’s length', () => {
  const playlist = mediaPlaylist(film, 'captions-ta')!;
  expect(playlist).toContain('#EXTINF:9.508,\ncaptions/ta.vtt\n#EXT-X-ENDLIST');
  expect(playlist).not.toContain('#EXT-X-KEY');
});

test.each(['1080p', 'captions-en', 'captions-', 'master', '__proto__'])(
  'there is no playlist named %s',
  (name) => {
    expect(mediaPlaylist(film, name)).toBeNull();
  },
);

test('the media addresses of a package are its init and media segments; captions have their own route', () => {
  const uris = mediaUris(film);
  expect(uris).toContain('audio/init.mp4');
  expect(uris).toContain('240p/00002.m4s');
  expect(uris.size).toBe(12);
  for (const path of ['manifest.json', 'keys.json', 'poster.jpg', 'captions/ta.vtt'])
    expect(uris).not.toContain(path);
});
