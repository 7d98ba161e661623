/** The storage is unreachable or refused; the message is for the operator. */
export class ObjectStorageError extends Error {}

export interface StoredObject {
  key: string;
  size: number;
  /** MD5 of the body in hexadecimal, for single-part uploads. */
  etag: string;
}

const REASONS: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket',
  AccessDenied: 'these keys lack the permission',
  InvalidAccessKeyId: 'the access key is unknown',
  SignatureDoesNotMatch: 'the secret key does not match the access key',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  SlowDown: 'it received too many requests',
};

export async function toObjectStorageError(
  bucket: string,
  reply: Response | Error,
): Promise<ObjectStorageError> {
  if (reply instanceof Error) {
    const cause = (reply.cause as Error | undefined)?.message;
    return new ObjectStorageError(
      `The storage of ${bucket} cannot be reached: ${cause ?? reply.message}`,
    );
  }
  const code = field(await reply.text(), 'Code') ?? `status ${reply.status}`;
  return new ObjectStorageError(`The storage of ${bucket} refused: ${REASONS[code] ?? code}`);
}

export function parseList(xml: string): { objects: StoredObject[]; next: string | null } {
  const [, ...entries] = xml
    .split('<Contents>')
    .map((part) => part.split('</Contents>', 1)[0] ?? '');
  const objects = entries.map((entry) => ({
    key: decodeURIComponent((field(entry, 'Key') ?? '').replaceAll('+', ' ')),
    size: Number(field(entry, 'Size')),
    etag: (field(entry, 'ETag') ?? '').replaceAll('"', ''),
  }));
  return { objects, next: field(xml, 'NextContinuationToken') };
}

const ENTITIES: Record<string, string> = {
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  amp: '&',
  '#34': '"',
  '#39': "'",
};

function field(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replace(/&(#?\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole) ?? null;
}
