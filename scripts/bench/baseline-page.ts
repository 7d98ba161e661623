import { brotliCompressSync } from 'node:zlib';
import { createServer } from 'node:http';

/** Pages with only the text and the first picture of the measured pages: no page can be faster. */
interface BaselinePages {
  origin: string;
  close: () => void;
}

export async function openBaselinePages(
  serverOrigin: string,
  paths: string[],
): Promise<BaselinePages> {
  const pages = new Map<string, Buffer>();
  for (const path of paths)
    pages.set(path, brotliCompressSync(stripPage(await (await fetch(serverOrigin + path)).text())));
  const pictures = new Map<string, { type: string; body: Buffer }>();

  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const page = pages.get(decodeURI(path)) ?? pages.get(path);
    if (page)
      return response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
        .end(page);
    if (!path.startsWith('/media/images/')) return response.writeHead(404).end();
    const picture = pictures.get(path) ?? (await pictureFrom(serverOrigin + path));
    pictures.set(path, picture);
    return response.writeHead(200, { 'content-type': picture.type }).end(picture.body);
  });
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  );
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}

async function pictureFrom(url: string) {
  const response = await fetch(url);
  return {
    type: response.headers.get('content-type') ?? '',
    body: Buffer.from(await response.arrayBuffer()),
  };
}

function stripPage(html: string): string {
  const picture = /<picture[\s\S]*?<\/picture>/.exec(html)?.[0] ?? '';
  const body = /<body[\s\S]*<\/body>/.exec(html)?.[0] ?? '';
  const lines = body
    .replace(/<(script|style|svg|template)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const title = /<title>[\s\S]*?<\/title>/.exec(html)?.[0] ?? '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>img{max-width:100%;height:auto}</style>${title}</head><body>${picture}${lines.map((line) => `<p>${line}</p>`).join('')}</body></html>`;
}
