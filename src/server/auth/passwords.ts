import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** OWASP's first choice for argon2id: 19 MiB, two passes; about 25 ms of one core. */
const ARGON2_COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC_PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const toPhcString = (salt: Buffer, hash: Buffer) =>
  `$argon2id$v=19$m=${ARGON2_COST.memory},t=${ARGON2_COST.passes},p=${ARGON2_COST.parallelism}$${base64(salt)}$${base64(hash)}`;

/** No password has this hash. Comparing with it costs as much as with a real hash. */
const UNMATCHABLE_HASH = toPhcString(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/** Returns the PHC string, which includes the cost, so that the cost may change later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive('argon2id', {
    message: normalizePassword(password),
    nonce: salt,
    tagLength: HASH_BYTES,
    ...ARGON2_COST,
  });
  return toPhcString(salt, hash);
}

/** Takes the same time without a stored password, so that timing does not reveal accounts. */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] =
    PHC_PATTERN.exec(stored ?? UNMATCHABLE_HASH) ?? PHC_PATTERN.exec(UNMATCHABLE_HASH)!;
  const expected = Buffer.from(hash!, 'base64');
  const derived = await derive('argon2id', {
    message: normalizePassword(password),
    nonce: Buffer.from(salt!, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(derived, expected);
}

/** Keyboards encode the same letter in different ways. */
const normalizePassword = (password: string) => password.normalize('NFKC');
