import { runAt } from '../../scripts/cinema/answer.ts';
import type { Io } from '../../scripts/cinema/counter.ts';
import type { Place } from '../../scripts/cinema/desk.ts';
import { nouns } from '../../scripts/cinema/nouns.ts';
import { readCall } from '../../scripts/cinema/program.ts';
import type { TestHouse } from './house.ts';

export interface Heard {
  code: number;
  out: string;
  err: string;
}

/** The words of a command line, as a shell of no dialect would take them apart. */
export const wordsOf = (line: string): string[] =>
  [...line.replace(/\s+<\s+\S+$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);

/** What an Io hears. */
export function anIo(over: Partial<Io> = {}) {
  const heard: Heard = { code: -1, out: '', err: '' };
  const io: Io = {
    out: (text) => (heard.out += text),
    err: (text) => (heard.err += text),
    stdin: async () => '',
    cwd: process.cwd(),
    who: 'asha@till-1',
    signal: new AbortController().signal,
    ...over,
  };
  return { io, heard };
}

/** Gives commands to a house in this process. */
export function aCounter(house: Pick<TestHouse, 'deps' | 'database'>) {
  const { deps, database } = house;
  const place: Place = { deps, database };

  async function cinema(line: string | string[], over: Partial<Io> = {}): Promise<Heard> {
    const { io, heard } = anIo(over);
    const call = readCall(nouns, typeof line === 'string' ? wordsOf(line) : line, io);
    if (typeof call === 'number') return { ...heard, code: call };
    const code = await runAt(place, io, call);
    return { ...heard, code };
  }

  return {
    place,
    cinema,
    /** One that must succeed; gives what it answers in JSON. */
    async done(line: string | string[], over: Partial<Io> = {}): Promise<any> {
      const { code, out, err } = await cinema(typeof line === 'string' ? `${line} --json` : [...line, '--json'], over);
      if (code !== 0) throw new Error(`${String(line)} ended with ${code}: ${err}`);
      return JSON.parse(out);
    },
  };
}

/**
 * Everything that is in the house's own tables, for comparing. Sequences are apart (`sequencesOf`): a refusal may use numbers up.
 * What a provider still has to say of an earlier payment comes in first, or it would come between two of these.
 */
export async function dumpOf(
  house: Pick<TestHouse, 'database' | 'sandbox'>,
  except: string[] = [],
): Promise<Record<string, string>> {
  await house.sandbox.idle();
  const { rows } = await house.database.query(
    `select table_name::text as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const dump: Record<string, string> = {};
  for (const { name } of rows as { name: string }[]) {
    if (except.includes(name)) continue;
    const found = await house.database.query(
      `select coalesce(string_agg(t::text, chr(10) order by t::text), '') as all from "${name}" t`,
    );
    dump[name] = found.rows[0]!['all'] as string;
  }
  return dump;
}

/** The last number of every sequence. */
export const sequencesOf = async (house: Pick<TestHouse, 'database'>) =>
  (
    await house.database.query(
      `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
    )
  ).rows;
