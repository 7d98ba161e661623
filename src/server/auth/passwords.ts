import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** OWASP's first choice for argon2id: 19 MiB, two passes. About 25 ms of one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const written = (salt: Buffer, hash: Buffer) =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(hash)}`;

/** No password has this hash; to compare with it costs what a real comparison costs. */
const NOBODY = written(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/** What is stored of a password: the usual text form, its cost included, so that the cost may change. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const hash = await derive('argon2id', { message: plain(password), nonce, tagLength: HASH_BYTES, ...COST });
  return written(nonce, hash);
}

/** Whether a password is the stored one. Takes the same time when there is none, so that nobody learns who has one. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored ?? NOBODY) ?? PHC.exec(NOBODY)!;
  const expected = Buffer.from(hash!, 'base64');
  const derived = await derive('argon2id', {
    message: plain(password),
    nonce: Buffer.from(salt!, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(derived, expected);
}

/** Keyboards write the same letter in more than one way. */
const plain = (password: string) => password.normalize('NFKC');
