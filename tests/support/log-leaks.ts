/** Secrets of a test run: one-time codes, and the numbers, addresses and provider tokens in `identifiers`. */
export interface Secrets {
  codes: string[];
  identifiers: string[];
}

/** Patterns of personal data and tokens. Not the patterns of the log mask, so that these can find its gaps. */
const LEAK_PATTERNS: [description: string, pattern: RegExp][] = [
  ['a token', /eyJ[\w-]+\.[\w-]+/],
  ['an opaque token', /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/],
  ['a provider’s token', /EAA[A-Za-z0-9]{20,}/],
  ['an e-mail address', /[\w.+-]@[\w-]+\.\w/],
  ['a mobile number', /(?<![\w-])\+?\d{10,15}(?![\w-])/],
];

/** Numbers of pino look like codes and mobile numbers. `npm start` prints the sample viewers on purpose. */
const PINO_FIELDS = ['time', 'pid', 'hostname', 'level', 'ms'];
const SAMPLE_VIEWER_LINE = /^Sample viewer: .*$/;

/** Finds log lines with secrets. Returns the line number and the kind of secret, without the secret itself. */
export function leaksIn(log: string, { codes, identifiers }: Secrets): string[] {
  const codesOfThisRun = new Set(codes);
  return log.split('\n').flatMap((line, index) => {
    const text = searchableText(line);
    const found = LEAK_PATTERNS.filter(([, pattern]) => pattern.test(text)).map(
      ([description]) => description,
    );
    if (identifiers.some((secret) => text.includes(secret)))
      found.push('a number, an address or a token of this run');
    if (text.match(/(?<![\w.-])\d{6}(?![\w-])/g)?.some((digits) => codesOfThisRun.has(digits)))
      found.push('a one-time code');
    return found.map((description) => `line ${index + 1}: ${description}`);
  });
}

function searchableText(line: string): string {
  if (SAMPLE_VIEWER_LINE.test(line)) return '';
  const fields = fieldsOf(line);
  if (!fields) return line;
  return JSON.stringify(
    Object.fromEntries(Object.entries(fields).filter(([name]) => !PINO_FIELDS.includes(name))),
  );
}

function fieldsOf(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Reads the secrets of a run from the sandbox journal, which contains every message and token, also deleted ones. */
export function secretsIn(journal: string): Secrets {
  const rows = journal
    .split('\n')
    .filter(Boolean)
    .map(
      (line) =>
        JSON.parse(line) as { table: string; id: string; row: Record<string, string> | null },
    );
  const messages = rows.flatMap(({ table, row }) =>
    table === 'inbox.message' && row ? [row] : [],
  );
  const recipients = messages.map(({ to = '' }) => to);
  return {
    codes: messages.flatMap(({ text = '' }) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? []),
    identifiers: [
      ...recipients,
      // As users type a number, without the dial code.
      ...recipients.flatMap((to) => /^91(\d{10})$/.exec(to)?.[1] ?? []),
      ...rows.flatMap(({ table, id, row }) => (table === 'facebook.token' && row ? [id] : [])),
    ],
  };
}
