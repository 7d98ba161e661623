import { execFile, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { aFreePort, waitUntil } from './server-process.ts';

export const execCommand = promisify(execFile);
const DATABASE_SERVER_URL = process.env['TEST_DATABASE_URL'];

const newestMatch = (...patterns: string[]) =>
  patterns
    .flatMap((pattern) => globSync(pattern))
    .toSorted()
    .at(-1);
export const pgBin = (name: string) => newestMatch(`/usr/lib/postgresql/*/bin/${name}`);
const PGBOUNCER = newestMatch('/usr/sbin/pgbouncer');

export const canStartReplica = Boolean(
  DATABASE_SERVER_URL && pgBin('pg_basebackup') && pgBin('pg_ctl'),
);
export const hasPgBouncer = Boolean(DATABASE_SERVER_URL && PGBOUNCER);

/** PostgreSQL and PgBouncer refuse to run as root; Debian has a user for them. */
const isRoot = userInfo().uid === 0;
export const asPostgres = (command: string, args: string[]): [string, string[]] =>
  isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args];

/** In memory if it has space: there, a copy of the template database takes a quarter of the time. */
const MEMORY_FOLDER = '/dev/shm';
const MIN_FREE_BYTES = 4 * 2 ** 30;

function temporaryRoot(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= MIN_FREE_BYTES ? MEMORY_FOLDER : tmpdir();
}

export async function aPostgresFolder(): Promise<string> {
  const folder = mkdtempSync(join(temporaryRoot(), 'matinee-service-'));
  if (isRoot) {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) =>
        Number((await execCommand('id', [flag, 'postgres'])).stdout),
      ),
    );
    chownSync(folder, uid!, gid!);
  }
  return folder;
}

export const acceptsConnections = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
};

/** Starts a streaming replica of all databases. The primary must use the default max_connections, 100. */
export async function aReplica(primaryUrl: string) {
  const primary = new URL(primaryUrl);
  const folder = await aPostgresFolder();
  const [data, port] = [join(folder, 'data'), await aFreePort()];
  const from = ['-h', primary.hostname, '-p', primary.port, '-U', primary.username, '-D', data];
  await execCommand(
    ...asPostgres(pgBin('pg_basebackup')!, [...from, '-R', '-X', 'stream', '-c', 'fast']),
    {
      cwd: folder,
    },
  );
  const serverOptions = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  const control = (verb: string, ...options: string[]) =>
    execCommand(...asPostgres(pgBin('pg_ctl')!, [verb, '-D', data, '-w', '-s', ...options]), {
      cwd: folder,
    });
  // The output must go to a file: a pipe would stay open while the server runs.
  await control('start', '-l', join(folder, 'log'), '-o', serverOptions);
  const url = Object.assign(new URL(primary), { port: String(port) });
  await waitUntil('the replica answers', () => acceptsConnections(url.href));
  let isRunning = true;
  return {
    url: url.href,
    async stop() {
      if (isRunning) await control('stop', '-m', 'immediate');
      isRunning = false;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PgBouncer in transaction mode with four server connections. `waitSeconds`: a statement's longest wait for one. */
export async function aPgBouncer(
  database: string,
  { serverUrl = DATABASE_SERVER_URL!, waitSeconds = 120 } = {},
) {
  const server = new URL(serverUrl);
  const [folder, port] = [await aPostgresFolder(), await aFreePort()];
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(
    config,
    `[databases]
${database} = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
query_wait_timeout = ${waitSeconds}
server_login_retry = 1
`,
    { mode: 0o644 },
  );
  const child = spawn(...asPostgres(PGBOUNCER!, ['-q', config]), { stdio: 'ignore' });
  const url = `postgres://${server.username}@127.0.0.1:${port}/${database}`;
  await waitUntil('PgBouncer answers', () => acceptsConnections(url));
  return {
    url,
    stop() {
      child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const NGINX = newestMatch('/usr/sbin/nginx');
const CADDY = newestMatch('/usr/bin/caddy');
export const hasNginx = Boolean(NGINX);
export const hasCaddy = Boolean(CADDY);

/** Starts nginx with this text in its http context. Throws on configuration warnings. */
export async function anNginx(configText: string, port: number, { isTls = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\ninclude /etc/nginx/mime.types;\naccess_log off;\n${temporary}\n${configText}\n}\n`,
  );
  const args = ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'start.log')];
  const { stderr } = await execCommand(NGINX!, ['-t', ...args]);
  if (/warn|error/.test(stderr.replaceAll(folder, '')))
    throw new Error(`nginx reports:\n${stderr}`);
  return startWebServer(NGINX!, args, { port, folder, isTls });
}

/** Starts Caddy with this Caddyfile text on its own ports, so that it does not conflict with the machine's Caddy. */
export async function aCaddy(
  configText: string,
  port: number,
  { isTls = false, redirectFrom = port } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-caddy-'));
  const ownOptions = `{\n  skip_install_trust\n  http_port ${redirectFrom}\n  https_port ${isTls ? port : await aFreePort()}`;
  writeFileSync(join(folder, 'Caddyfile'), configText.replace('{', ownOptions));
  const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  return startWebServer(CADDY!, args, { port, folder, isTls });
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, 'localhost', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

async function startWebServer(
  command: string,
  args: string[],
  { port, folder, isTls }: { port: number; folder: string; isTls: boolean },
) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  const origin = `${isTls ? 'https' : 'http'}://localhost:${port}`;
  await waitUntil(`${command} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`${command} did not start:\n${output}`);
    return isOpen(port);
  });
  return {
    origin,
    output: () => output,
    stop() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
