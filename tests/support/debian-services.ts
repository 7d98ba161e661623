import { execFile, spawn } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { aFreePort, until } from './server-process.ts';

/** Servers as Debian packages them, for what only the real ones can show. */
export const run = promisify(execFile);
const SERVER = process.env['TEST_DATABASE_URL'];

const found = (...patterns: string[]) =>
  patterns
    .flatMap((each) => globSync(each))
    .toSorted()
    .at(-1);
export const pgBin = (name: string) => found(`/usr/lib/postgresql/*/bin/${name}`);
const PGBOUNCER = found('/usr/sbin/pgbouncer');

export const hasReplica = Boolean(SERVER && pgBin('pg_basebackup') && pgBin('pg_ctl'));
export const hasPgBouncer = Boolean(SERVER && PGBOUNCER);

/** PostgreSQL and PgBouncer refuse to run as root; Debian brings a user for them. */
const isRoot = userInfo().uid === 0;
export const asPostgres = (command: string, args: string[]): [string, string[]] =>
  isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args];

export async function aFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-service-'));
  if (isRoot) {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
    );
    chownSync(folder, uid!, gid!);
  }
  return folder;
}

export const answers = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
};

/** A streaming replica of a PostgreSQL with the usual hundred connections; it copies and follows all of its databases. */
export async function aReplica(primaryUrl: string) {
  const primary = new URL(primaryUrl);
  const folder = await aFolder();
  const [data, port] = [join(folder, 'data'), await aFreePort()];
  const from = ['-h', primary.hostname, '-p', primary.port, '-U', primary.username, '-D', data];
  await run(...asPostgres(pgBin('pg_basebackup')!, [...from, '-R', '-X', 'stream', '-c', 'fast']), { cwd: folder });
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  const control = (verb: string, ...more: string[]) =>
    run(...asPostgres(pgBin('pg_ctl')!, [verb, '-D', data, '-w', '-s', ...more]), { cwd: folder });
  // Its output must go to a file: a pipe would stay open as long as the server runs.
  await control('start', '-l', join(folder, 'log'), '-o', options);
  const url = Object.assign(new URL(primary), { port: String(port) });
  await until('the replica answers', () => answers(url.href));
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

/**
 * PgBouncer in transaction mode, before the server that TEST_DATABASE_URL names or another; few connections behind, so that they are
 * shared. `waitSeconds`: how long a statement waits for one of them.
 */
export async function aPgBouncer(database: string, { before = SERVER!, waitSeconds = 120 } = {}) {
  const server = new URL(before);
  const [folder, port] = [await aFolder(), await aFreePort()];
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
  await until('PgBouncer answers', () => answers(url));
  return {
    url,
    stop() {
      child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const NGINX = found('/usr/sbin/nginx');
const CADDY = found('/usr/bin/caddy');
export const hasNginx = Boolean(NGINX);
export const hasCaddy = Boolean(CADDY);

/** nginx with this file in its http context, alone. Its warnings count as a failure. */
export async function anNginx(file: string, port: number, { isTls = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((each) => `${each}_temp_path ${folder}/${each};`)
    .join('\n');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\ninclude /etc/nginx/mime.types;\naccess_log off;\n${temporary}\n${file}\n}\n`,
  );
  const args = ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'start.log')];
  const { stderr } = await run(NGINX!, ['-t', ...args]);
  if (/warn|error/.test(stderr.replaceAll(folder, ''))) throw new Error(`nginx complains:\n${stderr}`);
  return aHost(NGINX!, args, { port, folder, isTls });
}

/** Caddy with this file, alone: it may not use the ports of a Caddy of this machine. */
export async function aCaddy(file: string, port: number, { isTls = false, redirectFrom = port } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-caddy-'));
  const ownOptions = `{\n  admin off\n  skip_install_trust\n  http_port ${redirectFrom}\n  https_port ${isTls ? port : await aFreePort()}`;
  writeFileSync(join(folder, 'Caddyfile'), file.replace('{', ownOptions));
  const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  return aHost(CADDY!, args, { port, folder, isTls });
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, 'localhost', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

async function aHost(
  command: string,
  args: string[],
  { port, folder, isTls }: { port: number; folder: string; isTls: boolean },
) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder } });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk));
  const origin = `${isTls ? 'https' : 'http'}://localhost:${port}`;
  await until(`${command} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`${command} did not start:\n${said}`);
    return isOpen(port);
  });
  return {
    origin,
    stop() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
