import type { FileKind } from '#domain/office-uploads.ts';
import type { OfficeClient } from './office.ts';
import type { TestServer } from './test-server.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const TUS = { 'tus-resumable': '1.0.0' };

interface CreateOptions {
  kind?: FileKind | string;
  name?: string;
  headers?: Record<string, string>;
}

/** Sends the requests of the tus protocol as the browser does. */
export function uploadClient(server: TestServer, client: Pick<OfficeClient, 'cookie'>) {
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: BodyInit,
  ) => {
    const response = await server.app.request(path, {
      method,
      headers: { cookie: client.cookie, origin: server.config.origin, ...TUS, ...headers },
      ...(body !== undefined && { body, duplex: 'half' }),
    } as RequestInit);
    const text = await response.text();
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      offset: response.headers.get('upload-offset'),
      length: response.headers.get('upload-length'),
      metadata: response.headers.get('upload-metadata'),
      headers: response.headers,
      code: text.startsWith('{') ? (JSON.parse(text).code as string) : null,
      text,
    };
  };
  const create = (
    size: number | string,
    { kind = 'picture', name = 'poster.jpg', headers = {} }: CreateOptions = {},
  ) =>
    send('POST', '/api/office/uploads', {
      'upload-length': String(size),
      'upload-metadata': `filename ${base64(name)},kind ${base64(kind)}`,
      ...headers,
    });
  const patch = (
    location: string,
    offset: number,
    body: BodyInit,
    headers: Record<string, string> = {},
  ) =>
    send(
      'PATCH',
      location,
      {
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        ...headers,
      },
      body,
    );
  return {
    send,
    create,
    patch,
    head: (location: string) => send('HEAD', location, {}),
    remove: (location: string) => send('DELETE', location, {}),
    /** Uploads a whole file, and returns the value for a field: `upload:<id>`. */
    async upload(bytes: Uint8Array<ArrayBuffer>, options: CreateOptions = {}): Promise<string> {
      const { location } = await create(bytes.length, options);
      const { status, text } = await patch(location, 0, bytes);
      if (status !== 204) throw new Error(`The upload was refused: ${text}`);
      return `upload:${location.split('/').at(-1)}`;
    },
  };
}
