import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PROJECT } from '../project.ts';
import { waitUntil } from '../server-process.ts';

const TOOLS = ['/usr/sbin/debootstrap', '/usr/bin/systemd-nspawn', '/usr/bin/nsenter'];
export const missingRequirement = (): string | null => {
  const missing = TOOLS.filter((tool) => !existsSync(tool));
  if (process.getuid?.() !== 0) return 'It needs root.';
  if (missing.length)
    return `${missing.join(', ')} missing: apt-get install debootstrap systemd-container util-linux`;
  return null;
};

export interface Outcome {
  seconds: number;
  output: string;
  status: number | null;
}

/**
 * A minimal Debian 12 with systemd, made by debootstrap and booted by systemd-nspawn. It shares this machine's network, so
 * the ports 80, 443, 2019, 4321 and 5432 must be free. `/srv/source.git` is a clone of this project.
 */
export async function aMachine(logFile: string) {
  mkdirSync(dirname(logFile), { recursive: true });
  const root = mkdtempSync(join(tmpdir(), 'matinee-debian-'));
  // The folder becomes `/`, which every user must be able to read.
  chmodSync(root, 0o755);
  const packages = ['--variant=minbase', '--include=ca-certificates,systemd,systemd-sysv,dbus'];
  const log = (text: string) => appendFileSync(logFile, text);
  log(execFileSync('debootstrap', [...packages, 'bookworm', root], { encoding: 'utf8' }));
  execFileSync('git', ['clone', '--quiet', '--bare', PROJECT, join(root, 'srv', 'source.git')]);
  copyTrustSettings(root);
  appendFileSync(join(root, 'etc', 'hosts'), '127.0.0.1 localhost cinema.example\n');
  const boot = ['--directory', root, '--boot', '--register=no', '--keep-unit', '--quiet'];
  const container = spawn('systemd-nspawn', boot, { stdio: 'ignore', detached: true });
  const leader = await waitUntil('the machine has started', async () =>
    firstChildOf(container.pid!),
  );

  const runInside = async (
    command: string,
    settings: Record<string, string> = {},
  ): Promise<Outcome> => {
    const started = performance.now();
    const variables = Object.entries({ ...ENVIRONMENT, ...settings }).map(
      ([name, value]) => `${name}=${value}`,
    );
    const args = [
      '-t',
      leader,
      '-a',
      '--',
      '/usr/bin/env',
      '-i',
      ...variables,
      'bash',
      '-c',
      command,
    ];
    const child = spawn('nsenter', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk));
    const [status] = (await once(child, 'close')) as [number | null];
    log(`\n# ${command}\n${output}`);
    return { seconds: (performance.now() - started) / 1000, output, status };
  };
  await waitUntil('systemd has started its units', async () => {
    await pause(500);
    return /running|degraded/.test((await runInside('systemctl is-system-running')).output);
  });
  return {
    root,
    runInside,
    async drop() {
      await runInside('systemctl poweroff');
      await waitUntil(
        'the machine has stopped',
        async () => container.exitCode !== null || container.signalCode !== null,
      );
      rmSync(root, { recursive: true, force: true });
    },
  };
}
export type Machine = Awaited<ReturnType<typeof aMachine>>;

/** This machine's root certificates, in addition to Debian's. */
const HOST_CERTIFICATES = '/etc/ssl/authorities-of-host.pem';
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
  REPOSITORY: 'file:///srv/source.git',
  npm_config_cafile: HOST_CERTIFICATES,
};

/** Copies the certificates and npm settings that the package registries need. */
function copyTrustSettings(root: string) {
  const files = {
    '/etc/ssl/certs/ca-certificates.crt': HOST_CERTIFICATES,
    '/usr/etc/npmrc': '/etc/npmrc',
    [join(homedir(), '.npmrc')]: '/root/.npmrc',
  };
  for (const [from, to] of Object.entries(files))
    if (existsSync(from)) cpSync(from, join(root, to));
}

function firstChildOf(pid: number): string | null {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid), '-x', 'systemd'], { encoding: 'utf8' });
  return stdout.split('\n')[0] || null;
}
