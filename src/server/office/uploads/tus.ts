import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import { ERRORS, MemoryLocker, Server, type Upload } from '@tus/server';
import { textBefore } from '#domain/text-before.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { AppContext } from '../../http/app-context.ts';
import type { UploadStore } from './store.ts';

/**
 * Chosen: a new request takes over from a request that still waits for bytes of a lost connection.
 */
const TAKE_OVER_MS = 500;

function toAppError({ log }: Pick<Deps, 'log'>, error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { status_code: status = 500, body = '' } = error as { status_code?: number; body?: string };
  if (error === ERRORS.ABORTED || error === ERRORS.INVALID_OFFSET)
    return new AppError('upload_offset');
  if (status === 413) return new AppError('upload_too_long');
  if (status === 404 || status === 410) return new AppError('upload_unknown');
  if (status < 500 || status === 501)
    return new AppError('upload_request_malformed', [body.trim()]);
  log.error({ err: error }, 'an upload could not be stored');
  return new AppError('upload_not_stored');
}

const SENT_DETAILS = new Set(['filename', 'kind']);

/** Chosen: of one upload, one part is stored and one may wait to take over. */
const MAX_PARTS_AT_ONCE = 2;

/** Returns the details to store, or refuses the upload by throwing. */
type OnCreate = (upload: Upload) => Promise<Upload['metadata']>;

export type TusServer = Awaited<ReturnType<typeof openTusServer>>;

/**
 * Several server processes may serve one upload: each stores bytes at the offset of its own
 * request, so all store the same bytes. Throws MediaFolderError.
 */
export async function openTusServer(deps: Pick<Deps, 'log'>, store: UploadStore, path: string) {
  const creations = new WeakMap<object, OnCreate>();
  const partsByAddress = new Map<string, number>();
  const countPart = (address: string, by: 1 | -1) => {
    const count = (partsByAddress.get(address) ?? 0) + by;
    if (count) partsByAddress.set(address, count);
    else partsByAddress.delete(address);
  };
  const tus = new Server({
    path,
    datastore: await store.openFileStore(),
    locker: new MemoryLocker(),
    lockDrainTimeout: TAKE_OVER_MS,
    relativeLocation: true,
    allowedOrigins: () => false,
    namingFunction: () => randomUUID(),
    onUploadCreate: async (request, upload) => ({
      metadata: await creations.get(request)!(upload),
    }),
    onResponseError: (_, error) => {
      throw toAppError(deps, error);
    },
  });

  return {
    /**
     * Throws upload_malformed, upload_unknown, upload_offset, upload_too_long, upload_not_stored,
     * and what `onCreate` throws.
     */
    async handle({ req, env }: AppContext, onCreate?: OnCreate): Promise<Response> {
      const { url, method, headers } = req.raw;
      const address = textBefore(url, '?');
      const isPart = method === 'PATCH';
      if (isPart && partsByAddress.get(address) === MAX_PARTS_AT_ONCE)
        throw toAppError(deps, ERRORS.INVALID_OFFSET);
      const body = isPart
        ? receivedBytes((env as Partial<HttpBindings> | undefined)?.incoming ?? req.raw.body)
        : null;
      const request = new Request(address, {
        method,
        headers,
        body,
        ...(body && { duplex: 'half' }),
      });
      if (onCreate) creations.set(request, onCreate);
      if (isPart) countPart(address, 1);
      const response = await tus.handleWeb(request).finally(() => isPart && countPart(address, -1));
      if (response.status < 400) return withSentMetadata(response);
      throw toAppError(deps, { status_code: 400, body: await response.text() });
    },
  };
}

/** Only what the client sent: the store keeps our own details beside it. */
function withSentMetadata(response: Response): Response {
  const stored = response.headers.get('Upload-Metadata')?.split(',') ?? [];
  const sent = stored.filter((pair) => SENT_DETAILS.has(textBefore(pair, ' ')));
  if (stored.length) response.headers.set('Upload-Metadata', sent.join(','));
  return response;
}

/**
 * Ends at a lost connection, so that the bytes that arrived are stored. Does not cancel: that would
 * cut off the response.
 */
function receivedBytes(source: IncomingMessage | ReadableStream<Uint8Array> | null) {
  // Node's own request, because its conversion to a stream of the web copies each piece.
  const pieces = source instanceof Readable ? source : Readable.from(source ?? []);
  let isOpen = true;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      pieces.on('data', (piece: Uint8Array) => {
        if (isOpen) controller.enqueue(piece);
        pieces.pause();
      });
      const close = () => {
        if (isOpen) controller.close();
        isOpen = false;
      };
      pieces.once('end', close).once('error', close);
    },
    pull: () => void pieces.resume(),
    cancel: () => void (isOpen = false),
  });
}
