/** A manifest that ffmpeg recognises wherever it begins, and whose film is another file of this machine. */
const dashManifest = (path: string) =>
  `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011">
<Period><AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="1" width="320" height="180"><BaseURL>file://${path}</BaseURL></Representation></AdaptationSet></Period></MPD>`;

const transportStream = Buffer.from('<!--'.padEnd(197), 'latin1');
for (const at of [4, 192, 196]) transportStream.write('G', at, 'latin1');
/** First bytes that an upload needs to count as a film, before such a manifest. */
const FIRST_BYTES = {
  'disguised.ts': Buffer.concat([transportStream, Buffer.from('-->')]),
  'disguised.mp4': Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('ftypisom\0\0\0\0isom')]),
  'disguised.mkv': Buffer.concat([
    Buffer.from('1a45dfa38b4282886d6174726f736b61', 'hex'),
    Buffer.from(' '),
  ]),
  'undisguised.mpd': Buffer.from('<?xml version="1.0"?>'),
};
type Disguise = keyof typeof FIRST_BYTES;
export const DISGUISES = Object.keys(FIRST_BYTES) as Disguise[];

/** `path` is the other file that the manifest names. */
export const aFilmDisguise = (name: Disguise, path: string): Buffer =>
  Buffer.concat([FIRST_BYTES[name], Buffer.from(dashManifest(path))]);
