import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installFiles } from '#rebuild/hosts/install.ts';
import { DEVELOPMENT_SETTINGS, newSettings, UNIT_SETTINGS } from '#rebuild/hosts/settings-file.ts';
import { SETTINGS_FILE, systemdFiles } from '#rebuild/hosts/systemd.ts';
import { commandGroups } from '../../scripts/cinema/command-groups.ts';
import { parseCommandLine } from '../../scripts/cinema/parse-command-line.ts';
import { runAndPrint } from '../../scripts/cinema/run-and-print.ts';
import { findListener } from '../../scripts/port.ts';
import { ALL_SETTINGS } from '../support/all-settings.ts';
import { anIo } from '../support/cinema-cli.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { execCommand } from '../support/debian-services.ts';
import { PROJECT } from '../support/project.ts';
import { aFreePort, aServerProcess, type ServerProcess } from '../support/server-process.ts';

const ACTIVATE = '/usr/bin/systemd-socket-activate';
const hasSystemd = existsSync('/usr/bin/systemd-analyze') && existsSync(ACTIVATE);
/** 15 % is 1.5 of 10. systemd calls a unit below 2 "OK" and a unit without hardening (9.6) "UNSAFE". */
const EXPOSURE_PERCENT = 15;

/** systemd-socket-activate passes only the listed variables. */
const SETTINGS =
  'NODE_ENV LOG_LEVEL TOKEN_SECRET OTP_PEPPER PORT ORIGIN DATABASE_URL DATA_DIR RAZORPAY_URL MSG91_URL'.split(
    ' ',
  );

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-units-'));
  const settings = {
    hostNames: ['cinema.example'],
    databaseUrl: 'postgres://matinee@localhost/matinee',
    backupTo: '/srv',
  };
  installFiles(folder, [
    newSettings(settings),
    ...systemdFiles({ codeDir: PROJECT, node: process.execPath }),
  ]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!hasSystemd)(
  hasSystemd ? 'the units' : 'the units (skipped: systemd is not installed)',
  () => {
    const units = () => {
      const unitFolder = join(folder, 'etc/systemd/system');
      const services = readdirSync(unitFolder).filter((name) => name.endsWith('.service'));
      return services.map((name) => join(unitFolder, name.replace('@.', '@4321.')));
    };

    test('pass systemd-analyze verify without warnings', async () => {
      expect(units()).toHaveLength(5);
      const { stderr } = await execCommand('systemd-analyze', ['verify', ...units()]);
      expect(stderr).toBe('');
    });

    test('restrict the process', async () => {
      for (const unit of units())
        await execCommand('systemd-analyze', [
          'security',
          '--offline=true',
          `--threshold=${EXPOSURE_PERCENT}`,
          unit,
        ]);
    });
  },
);

test('the units create private files, and go on when an encoding ends for lack of memory', () => {
  const services = systemdFiles({ codeDir: PROJECT, node: process.execPath }).filter(({ path }) =>
    path.endsWith('.service'),
  );
  expect(services).toHaveLength(5);
  for (const { text } of services)
    expect(text.split('\n')).toEqual(expect.arrayContaining(['UMask=0077', 'OOMPolicy=continue']));
});

test('the settings file is readable only for its owner and group, and is never overwritten', () => {
  const file = join(folder, SETTINGS_FILE);
  const before = readFileSync(file, 'utf8');
  expect(statSync(file).mode & 0o777).toBe(0o640);
  const [line] = installFiles(folder, [
    newSettings({ hostNames: ['other.example'], databaseUrl: 'x', backupTo: '/srv' }),
  ]);
  expect(line).toBe(`${file} exists and was not changed`);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('the settings file names every setting that the units do not set', () => {
  const text = readFileSync(join(folder, SETTINGS_FILE), 'utf8');
  const named = [...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  expect(named.filter((name) => !name.startsWith('AWS_')).toSorted()).toEqual(
    ALL_SETTINGS.filter((name) => ![...UNIT_SETTINGS, ...DEVELOPMENT_SETTINGS].includes(name)),
  );
});

test('the units run the Node of their own folder, also if another checkout writes them', async () => {
  const code = join(folder, 'not-cloned-yet');
  const io = anIo();
  const invocation = parseCommandLine(
    commandGroups,
    ['host', 'systemd', '--name', 'x.example', '--code', code],
    io.io,
  );
  if (typeof invocation === 'number') throw new Error(io.result.err);
  expect(
    await runAndPrint(io.io, invocation, (context) =>
      invocation.command.run(context as never, invocation.input),
    ),
  );
  const programs = [...io.result.out.matchAll(/^ExecStart=(\S+)/gm)].map(([, program]) => program!);
  expect(programs.length).toBe(5);
  for (const program of programs)
    expect(program.startsWith(join(PROJECT, 'node_modules'))).toBe(false);
});

test('each new cinema gets its own secrets', () => {
  const secretOf = () =>
    /TOKEN_SECRET=(.*)/.exec(
      newSettings({ hostNames: ['a'], databaseUrl: '', backupTo: '' }).text,
    )![1];
  expect(secretOf()).not.toBe(secretOf());
  expect(secretOf()!.length).toBeGreaterThan(40);
});

describe.skipIf(!hasSystemd)('a server on a systemd socket', () => {
  let database: TestDatabase;
  let port: number;
  let server: ServerProcess;

  beforeAll(async () => {
    database = await aDatabase();
    port = await aFreePort();
    server = await aServerProcess({
      port,
      databaseUrl: database.url,
      dataDir: database.dataDir,
      sandboxOrigin: 'http://127.0.0.1:1',
      program: ACTIVATE,
      args: [
        '-l',
        `127.0.0.1:${port}`,
        ...SETTINGS.flatMap((name) => ['-E', name]),
        process.execPath,
        'scripts/serve.ts',
      ],
    });
  }, 60_000);
  afterAll(async () => {
    await server?.kill();
    await database?.drop();
  });

  test('uses the open socket and opens no other', () => {
    expect(findListener(port)?.pid).toBe(server.pid);
    expect(server.output()).not.toMatch(/error|EADDRINUSE/i);
  });

  test('exits with code 0 on SIGTERM', async () => {
    expect(await server.stop()).toBe(0);
  });
});
