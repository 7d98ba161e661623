/** A storage that cannot be used, or said no; the message is for the operator. */
export class ObjectsError extends Error {}

export interface StoredObject {
  key: string;
  size: number;
  /** The MD5 of what was put at once, in hexadecimal digits. */
  etag: string;
}

const REASONS: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket',
  AccessDenied: 'these keys may not do that',
  InvalidAccessKeyId: 'it does not know the access key',
  SignatureDoesNotMatch: 'the secret key does not fit the access key',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  SlowDown: 'it is asked too often',
};

/** What a storage's refusal means, or its silence. */
export async function refusal(bucket: string, reply: Response | Error): Promise<ObjectsError> {
  if (reply instanceof Error) {
    const cause = (reply.cause as Error | undefined)?.message;
    return new ObjectsError(`The storage of ${bucket} cannot be reached: ${cause ?? reply.message}`);
  }
  const code = field(await reply.text(), 'Code') ?? `status ${reply.status}`;
  return new ObjectsError(`The storage of ${bucket} refused: ${REASONS[code] ?? code}`);
}

/** A page of a list, and where the next one begins. */
export function readList(xml: string): { objects: StoredObject[]; next: string | null } {
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: decodeURIComponent((field(entry, 'Key') ?? '').replaceAll('+', ' ')),
    size: Number(field(entry, 'Size')),
    etag: (field(entry, 'ETag') ?? '').replaceAll('"', ''),
  }));
  return { objects, next: field(xml, 'NextContinuationToken') };
}

const ENTITIES: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&', '#34': '"', '#39': "'" };

function field(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replace(/&(#?\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole) ?? null;
}
