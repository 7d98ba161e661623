import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { masterPlaylist, mediaPlaylist } from '#domain/playlist.ts';
import { readPackage } from '#server/ports/media/package-files.ts';
import { PROJECT } from '../project.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.m4s': 'video/mp4',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt',
};

/** Serves packages with their keys, the files of npm packages below `/npm/`, and an empty page. */
export async function aPackageServer(folders: Record<string, string>) {
  async function read(path: string): Promise<Buffer | string> {
    if (path === '/empty.html') return '<!doctype html><title>Client</title><body></body>';
    if (path.startsWith('/npm/'))
      return readFile(join(PROJECT, 'node_modules', path.slice('/npm/'.length)));
    const [film, ...rest] = path.slice(1).split('/');
    const folder = folders[film!]!;
    const name = rest.join('/');
    if (name.startsWith('media/')) return readFile(join(folder, name.slice('media/'.length)));
    if (name.startsWith('captions/')) return readFile(join(folder, name));
    const { manifest, keys } = await readPackage(folder);
    if (name.startsWith('keys/'))
      return Buffer.from(keys[Number(name.slice('keys/'.length))]!, 'hex');
    const playlist =
      name === 'master.m3u8'
        ? masterPlaylist(manifest)
        : mediaPlaylist(manifest, name.slice(0, -5));
    if (playlist === null) throw new Error(`no ${path}`);
    return playlist;
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    read(decodeURIComponent(pathname)).then(
      (body) =>
        response
          .writeHead(200, {
            'content-type': TYPES[extname(pathname)] ?? 'application/octet-stream',
          })
          .end(body),
      (error: Error) => response.writeHead(404).end(error.message),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<unknown>((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
