/** What a house sent and gave out while it ran: codes, the numbers and addresses that they went to, providers' tokens. */
export interface Secrets {
  codes: string[];
  others: string[];
}

/** What names or opens an account by its look, whoever it is. Not the patterns of the mask itself, so that these can find its holes. */
const SHAPES: [what: string, shape: RegExp][] = [
  ['a token', /eyJ[\w-]+\.[\w-]+/],
  ['an opaque token', /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/],
  ['a provider’s token', /EAA[A-Za-z0-9]{20,}/],
  ['an e-mail address', /[\w.+-]@[\w-]+\.\w/],
  ['a mobile number', /(?<![\w-])\+?\d{10,15}(?![\w-])/],
];

/** pino's own numbers look like codes and mobile numbers; `start` tells everybody whom the sample cinema knows. */
const OWN_FIELDS = ['time', 'pid', 'hostname', 'level', 'ms'];
const SAMPLE_PEOPLE = /^Sample viewer: .*$/;

/** Lines of a log that hold what none may hold, each with what it is; the thing itself is not repeated. */
export function leaksIn(log: string, { codes, others }: Secrets): string[] {
  const codeOfThisRun = new Set(codes);
  return log.split('\n').flatMap((line, index) => {
    const text = searched(line);
    const found = SHAPES.filter(([, shape]) => shape.test(text)).map(([what]) => what);
    if (others.some((secret) => text.includes(secret))) found.push('a number, an address or a token of this run');
    if (text.match(/(?<![\w.-])\d{6}(?![\w-])/g)?.some((digits) => codeOfThisRun.has(digits)))
      found.push('a one-time code');
    return found.map((what) => `line ${index + 1}: ${what}`);
  });
}

function searched(line: string): string {
  if (SAMPLE_PEOPLE.test(line)) return '';
  const fields = fieldsOf(line);
  if (!fields) return line;
  return JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([name]) => !OWN_FIELDS.includes(name))));
}

/** The fields of a line that the house's log wrote; null of anything else that was printed. */
function fieldsOf(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** What the sandbox's journal remembers of a run: every message, also those that were cleared since, and every token it made. */
export function secretsIn(journal: string): Secrets {
  const rows = journal
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { table: string; id: string; row: Record<string, string> | null });
  const messages = rows.flatMap(({ table, row }) => (table === 'inbox.message' && row ? [row] : []));
  const numbers = messages.map(({ to = '' }) => to);
  return {
    codes: messages.flatMap(({ text = '' }) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? []),
    others: [
      ...numbers,
      // As people type it, without the dial code.
      ...numbers.flatMap((to) => /^91(\d{10})$/.exec(to)?.[1] ?? []),
      ...rows.flatMap(({ table, id, row }) => (table === 'facebook.token' && row ? [id] : [])),
    ],
  };
}
