/**
 * `npm run test:containers`: builds and starts the compose file of docs/containers.md with podman, from a base image made by
 * debootstrap.
 */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROJECT } from '../project.ts';
import { runCommand, waitUntil } from '../server-process.ts';

const LOG = join(PROJECT, '.matinee', 'containers.log');
const TOOLS = [
  '/usr/sbin/debootstrap',
  '/usr/bin/podman',
  '/usr/bin/podman-compose',
  '/usr/libexec/podman/catatonit',
];
const missing = TOOLS.filter((tool) => !existsSync(tool));
if (missing.length) {
  console.error(`The container test cannot run. Missing: ${missing.join(', ')}`);
  process.exit(1);
}

mkdirSync(dirname(LOG), { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'matinee-containers-'));
/** The folder name prefixes the names of containers and volumes. */
const PROJECT_NAME = `matinee${process.pid}`;
const OUT = join(folder, PROJECT_NAME);
const ROOT_CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const IMAGES = {
  BASE: 'localhost/matinee-test-base',
  DATABASE_IMAGE: 'localhost/matinee-test-postgres',
  WEB_IMAGE: 'localhost/matinee-test-caddy',
};

/** Prefers runc, because crun refuses the mixed cgroups of some kernels. Even a restricted root user may set these limits. */
const engine = existsSync('/usr/sbin/runc') ? '[engine]\nruntime = "runc"\n' : '';
writeFileSync(
  join(folder, 'containers.conf'),
  `${engine}[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n`,
);

/** Uses the setting names of the official PostgreSQL image. */
const POSTGRES = `#!/bin/sh
set -e
data=/var/lib/postgresql/data
bin=$(ls -d /usr/lib/postgresql/*/bin)
if [ ! -e $data/PG_VERSION ]; then
  install -d -m 700 -o postgres $data
  echo "$POSTGRES_PASSWORD" > /tmp/password && chown postgres /tmp/password
  runuser -u postgres -- $bin/initdb -D $data -U "$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256
  echo "host all all all scram-sha-256" >> $data/pg_hba.conf
  runuser -u postgres -- $bin/pg_ctl -D $data -w start
  runuser -u postgres -- createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
  runuser -u postgres -- $bin/pg_ctl -D $data -w stop
fi
exec runuser -u postgres -- $bin/postgres -D $data -c listen_addresses='*'
`;

async function run(command: string) {
  const started = performance.now();
  const child = runCommand(
    ['-c', command],
    { ...IMAGES, CONTAINERS_CONF: join(folder, 'containers.conf') },
    { program: 'bash', cwd: PROJECT },
  );
  const code = await child.exited;
  appendFileSync(LOG, `\n# ${command}\n${child.output()}`);
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${command}`);
  if (code !== 0 && !command.endsWith('doctor'))
    throw new Error(`${command}: ${code}\n${child.output().slice(-3000)}`);
  return child.output();
}

async function makeImages() {
  const debian = join(folder, 'debian');
  execFileSync(
    'debootstrap',
    ['--variant=minbase', '--include=ca-certificates', 'bookworm', debian],
    {
      stdio: 'ignore',
    },
  );
  await run(`tar -C ${debian} -c . | podman import - localhost/matinee-test-debian`);
  rmSync(debian, { recursive: true });
  cpSync(ROOT_CERTIFICATES, join(folder, 'authorities.pem'));
  writeFileSync(join(folder, 'postgres.sh'), POSTGRES, { mode: 0o755 });
  const from =
    'FROM localhost/matinee-test-debian\nRUN apt-get update && apt-get install -y --no-install-recommends';
  const files = {
    BASE: `${from} nodejs npm\nCOPY authorities.pem /etc/ssl/authorities-of-host.pem\nENV npm_config_cafile=/etc/ssl/authorities-of-host.pem\n`,
    DATABASE_IMAGE: `${from} postgresql\nCOPY postgres.sh /\nCMD ["/postgres.sh"]\n`,
    WEB_IMAGE: `${from} caddy\nENV XDG_DATA_HOME=/data\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    await run(
      `podman build -q --network host -t ${IMAGES[name as keyof typeof IMAGES]} -f ${join(folder, name)} ${folder}`,
    );
  }
}

const get = (path: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: 443,
      servername: 'cinema.example',
      rejectUnauthorized: false,
      path,
    };
    const call = request({ ...options, headers: { Host: 'cinema.example' } }, (response) => {
      let body = '';
      response
        .on('data', (chunk: Buffer) => (body += chunk))
        .on('end', () => resolve({ status: response.statusCode!, body }));
    });
    call.on('error', reject);
    call.end();
  });

const isSiteServed = () =>
  get('/').then(
    ({ status, body }) => status === 200 && body.includes('</html>'),
    () => false,
  );

const commands = [
  ...readFileSync(join(PROJECT, 'docs', 'containers.md'), 'utf8').matchAll(/^```sh\n(.*?)^```/gms),
]
  .flatMap(([, block]) => block!.trim().split('\n'))
  .map((command) =>
    command
      .replace('--name cinema.example', '--name cinema.example --certificate local')
      .replaceAll('/srv/matinee', OUT),
  );

try {
  await makeImages();
  for (const command of commands) {
    // Container networks may not reach the package registries, but the host network does.
    await run(
      command.replace(
        'podman-compose build',
        'podman-compose --podman-build-args="--network host" build',
      ),
    );
    if (!command.endsWith('up -d')) continue;
    await waitUntil('the site is served', isSiteServed, 120_000);
    const { status, body } = await get('/api/ott/public/getalllanguages');
    console.log(`          GET /: 200; languages: ${status} ${body}`);
  }
  const { body } = await get('/api/ott/public/getalllanguages');
  if (!body.includes('English')) throw new Error('The volumes lost the language');
} catch (error) {
  process.exitCode = 1;
  console.error(error, `\nThe log: ${LOG}`);
} finally {
  const logs = `podman ps -a; for name in database server rebuild web; do podman logs --tail 20 ${PROJECT_NAME}_$name"_1"; done`;
  await run(
    `${logs}; cd ${OUT} && podman-compose down; podman volume rm -f ${['data', 'database', 'certificates'].map((name) => `${PROJECT_NAME}_${name}`).join(' ')}`,
  ).catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
}
