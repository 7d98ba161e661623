import { createDecipheriv } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** The film of the benchmark as one file in a bare `<video>`: no player can be faster. */
interface BareVideo {
  origin: string;
  close: () => void;
}

interface OpenedPlayback {
  movieUrl: string;
  playToken: string;
}

/**
 * Decrypts the rendition `name` with the keys of the playback session, and serves it as
 * `/film.mp4`.
 */
export async function openBareVideo(
  serverOrigin: string,
  { movieUrl, playToken }: OpenedPlayback,
  name: string,
): Promise<BareVideo> {
  const base = new URL(movieUrl, serverOrigin);
  const download = async (address: string) => {
    const response = await fetch(new URL(address, base), {
      headers: { Authorization: `Bearer ${playToken}` },
    });
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  };
  const film = await readRendition((await download(`${name}.m3u8`)).toString(), download);
  const server = createServer((request, response) =>
    request.url === '/film.mp4'
      ? sendRange(film, request, response)
      : response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
  );
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  );
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}

/**
 * Its button has the name of the copyright warning's button, because the benchmark presses Accept
 * on both pages.
 */
const PAGE = `<!doctype html><video muted playsinline width="400"></video>
<button onclick="const v = document.querySelector('video'); v.src = '/film.mp4'; v.play()">Accept</button>`;

async function readRendition(
  playlist: string,
  download: (address: string) => Promise<Buffer>,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let key: Buffer = Buffer.alloc(0);
  let sequence = 0;
  for (const line of playlist.split('\n')) {
    const initAddress = /EXT-X-MAP:URI="([^"]+)"/.exec(line)?.[1];
    const keyAddress = /EXT-X-KEY:.*URI="([^"]+)"/.exec(line)?.[1];
    if (initAddress) parts.push(await download(initAddress));
    else if (keyAddress) key = await download(keyAddress);
    else if (line && !line.startsWith('#'))
      parts.push(decrypt(await download(line), key, sequence++));
  }
  return Buffer.concat(parts);
}

function decrypt(encrypted: Buffer, key: Buffer, sequence: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(sequence), 8);
  const decipher = createDecipheriv('aes-128-cbc', key, iv);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]);
}

function sendRange(film: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
  const end = to ? Number(to) : film.length - 1;
  const body = film.subarray(Number(from), end + 1);
  response
    .writeHead(206, {
      'content-type': 'video/mp4',
      'content-length': body.length,
      'accept-ranges': 'bytes',
      'content-range': `bytes ${from}-${end}/${film.length}`,
    })
    .end(body);
}
