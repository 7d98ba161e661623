import type { DetailedError, HttpRequest, HttpResponse } from 'tus-js-client';
import { OFFICE_UPLOADS_PATH } from '#contract/office.ts';
import { type FileKind, UPLOAD_CHUNK_BYTES, uploadValue } from '#domain/office-uploads.ts';
import { ApiError, OfflineError } from './errors.ts';
import { endpointUrl } from './http.ts';

/**
 * Chosen: a connection that carries no byte for this time is lost, for example after a change of
 * the network.
 */
const STALLED_MS = 60_000;

export interface FileTransfer {
  /**
   * Sends what the server lacks. Returns the value of the file field. May be called again after an
   * error or after `stop`. Throws ApiError, OfflineError, and AbortError after `stop`.
   */
  send: (onProgress: (sentBytes: number) => void) => Promise<string>;
  stop: () => void;
  remove: () => Promise<void>;
}

/** Continues an earlier upload of the same file, also after the page was loaded again. */
export async function openTransfer(file: File, kind: FileKind): Promise<FileTransfer> {
  const { Upload } = await import('tus-js-client');
  const upload = new Upload(file, {
    endpoint: endpointUrl({ service: 'office', path: OFFICE_UPLOADS_PATH }),
    chunkSize: UPLOAD_CHUNK_BYTES,
    metadata: { filename: file.name.slice(-255), kind },
    fingerprint: async () => ['matinee', kind, file.name, file.size, file.lastModified].join('|'),
    // The store of the form tries again, for as long as it takes.
    retryDelays: null,
    onAfterResponse: throwIfRefused,
  });
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  let stop = (_reason: Error) => {};

  return {
    send: (onProgress) =>
      new Promise<string>((resolve, reject) => {
        let timer: ReturnType<typeof setTimeout>;
        stop = (reason) => {
          clearTimeout(timer);
          void upload.abort();
          reject(reason);
        };
        const waitForBytes = () => {
          clearTimeout(timer);
          timer = setTimeout(() => stop(new OfflineError('No byte was sent')), STALLED_MS);
        };
        upload.options.onProgress = (sentBytes) => {
          waitForBytes();
          onProgress(sentBytes);
        };
        upload.options.onSuccess = () => {
          clearTimeout(timer);
          const url = upload.url!;
          resolve(uploadValue(url.slice(url.lastIndexOf('/') + 1)));
        };
        upload.options.onError = (error) => {
          clearTimeout(timer);
          const cause = (error as DetailedError).causingError;
          reject(
            cause instanceof ApiError ? cause : new OfflineError('No response', { cause: error }),
          );
        };
        waitForBytes();
        upload.start();
      }),
    stop: () => stop(new DOMException('The upload was stopped', 'AbortError')),
    remove: () => upload.abort(true),
  };
}

/**
 * The library would start again from the first byte after any refusal. That is right only if the
 * server lost the upload.
 */
function throwIfRefused(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  const isLost = request.getMethod() === 'HEAD' && status === 404;
  if (status < 400 || isLost) return;
  throw new ApiError(
    status,
    problemIn(response) ?? (status === 401 ? { code: 'office_session_required' } : {}),
  );
}

function problemIn(response: HttpResponse): Record<string, unknown> | null {
  try {
    return JSON.parse(response.getBody()) as Record<string, unknown>;
  } catch {
    return null;
  }
}
