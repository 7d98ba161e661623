import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { caddyFile } from '#rebuild/hosts/caddy.ts';
import { smsWithCode } from '#server/auth/session/otp.ts';
import { ladderFor, withAv1, type Rung } from '#server/ports/media/ingest/ladder.ts';
import { resolveSettings } from '#server/ports/media/ingest/settings.ts';
import { PAYMENT_PROVIDERS } from '#server/ports/payments/providers.ts';
import { sessionRefusals } from '#messages/session-refusals.ts';
import { aCaddy, hasCaddy } from '../support/debian-services.ts';
import { runPromtool } from '../support/observability/promtool.ts';
import { PROJECT } from '../support/project.ts';
import { aFreePort, waitUntil } from '../support/server-process.ts';

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'matinee-pages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('docs/sms-india.md', () => {
  const page = read('docs/sms-india.md');

  test('has the texts that the server sends', () => {
    expect(page).toContain(`\`\`\`text\n${smsWithCode('{#var#}', 'cinema.example')}\n\`\`\``);
    expect(page).toContain(`\`\`\`text\n${sessionRefusals.passwordNotice}\n\`\`\``);
  });
});

test('docs/razorpay.md lists the webhook events of the adapter', () => {
  const [, list] = /<!-- events: razorpay -->\n([^]*?)\n<!-- end of events -->/.exec(
    read('docs/razorpay.md'),
  )!;
  expect(list!.split('\n').map((line) => line.replace(/^- `(.*)`$/, '$1'))).toEqual(
    PAYMENT_PROVIDERS.razorpay.webhookEvents,
  );
});

test('docs/production.md lists the webhook events of PayPal', () => {
  for (const event of PAYMENT_PROVIDERS.paypal.webhookEvents)
    expect(read('docs/production.md')).toContain(`\`${event}\``);
});

/** At most, for an hour of film. */
function renditionTable(): string {
  const rungs = ladderFor({ width: 1920, height: 1080 });
  const { audioKbps } = resolveSettings({ source: '', outDir: '' });
  const row = (name: string, kbps: number) => {
    const gigabytes = (kbps * 3600) / 8 / 1e6;
    return `| ${name} | ${(kbps / 1000).toFixed(1)} | ${gigabytes < 1 ? gigabytes.toFixed(2) : gigabytes.toFixed(1)} |`;
  };
  const sum = (all: Rung[]) => all.reduce((total, { maxKbps }) => total + maxKbps, audioKbps);
  return [
    '| rendition | Mbit/s | GB an hour |',
    '|---|---|---|',
    ...rungs.map(({ name, maxKbps }) => row(name, maxKbps)),
    row('sound', audioKbps),
    row('all', sum(rungs)),
    row('all, with `--av1`', sum(withAv1(rungs))),
  ].join('\n');
}

test('docs/sizing.md has the sizes of the renditions', () => {
  const [, table] = /<!-- table: renditions -->\n([^]*?)<!-- end of table -->/.exec(
    read('docs/sizing.md'),
  )!;
  expect(table!.trim()).toBe(renditionTable());
});

// ---------- files ----------

interface PageFile {
  page: string;
  path: string;
  text: string;
}
/** The files on the pages: blocks whose first line is a path. */
const files: PageFile[] = globSync('docs/*.md', { cwd: PROJECT }).flatMap((page) =>
  [...read(page).matchAll(/```\w+\n(# (\/etc\/\S+)\n[^]*?)```/g)].map(([, text, path]) => ({
    page,
    path: path!,
    text: text!,
  })),
);
const textOf = (path: string) => files.find((each) => each.path === path)!.text;

function write(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const run = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};

/** The program that checks a file, and how. A file whose program is missing on this machine is not checked. */
const CHECKS: {
  path: RegExp;
  program: string;
  check: (file: PageFile) => { status: number | null; output: string };
}[] = [
  {
    path: /prometheus\.yml$/,
    program: 'promtool',
    check: ({ text }) => runPromtool(['check', 'config', '--syntax-only'], text),
  },
  {
    path: /alertmanager\.yml$/,
    program: 'amtool',
    check: ({ path, text }) => run('amtool', 'check-config', write(path, text)),
  },
  {
    path: /nftables\.conf$/,
    program: 'nft',
    // Without the right to ask the kernel, the program cannot check.
    check: ({ path, text }) => {
      const checked = run('nft', '-c', '-f', write(path, text));
      return /Operation not permitted/.test(checked.output) ? { status: 0, output: '' } : checked;
    },
  },
  {
    path: /sshd_config\.d/,
    program: '/usr/sbin/sshd',
    check: ({ path, text }) => {
      const key = join(folder, 'host_key');
      if (!existsSync(key)) run('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key);
      const checked = run('/usr/sbin/sshd', '-t', '-h', key, '-f', write(path, text));
      // It reads the file first, and then looks for a folder that only its service makes.
      return checked.output.startsWith('Missing privilege separation directory')
        ? { status: 0, output: '' }
        : checked;
    },
  },
  {
    path: /apt\.conf\.d/,
    program: 'apt-config',
    check: ({ path, text }) => run('apt-config', '-c', write(path, text), 'dump'),
  },
  {
    path: /systemd\/system\/[\w-]+\.(service|timer)$/,
    program: 'systemd-analyze',
    check: ({ path }) => {
      // The program may be missing on this machine.
      const units = files.filter((each) => each.path.startsWith('/etc/systemd/system/'));
      for (const unit of units)
        write(unit.path, unit.text.replaceAll(/^ExecStart=\S+/gm, 'ExecStart=/bin/true'));
      const { status, output } = run('systemd-analyze', 'verify', join(folder, path));
      // It only warns of a value that it ignores.
      return { status: status || output.length, output };
    },
  },
  {
    path: /journald\.conf\.d/,
    program: 'sh',
    check: ({ text }) => ({
      status: /^#.+\n\[Journal\]\n(\w+=\w+\n)+$/.test(text) ? 0 : 1,
      output: text,
    }),
  },
  {
    path: /fail2ban\//,
    program: 'fail2ban-client',
    check: () => {
      const config = join(folder, 'fail2ban');
      cpSync('/etc/fail2ban', config, { recursive: true });
      for (const { path, text } of files.filter((each) => each.path.startsWith('/etc/fail2ban/')))
        writeFileSync(path.replace('/etc/fail2ban', config), text);
      return run('fail2ban-client', '-c', config, '--test');
    },
  },
];

test('every file on the pages has a check', () => {
  expect(files.length).toBeGreaterThan(9);
  expect(files.filter(({ path }) => !CHECKS.some((each) => each.path.test(path)))).toEqual([]);
});

describe('a file on a page is accepted by its program', () => {
  test.each(files)('$page: $path', (file) => {
    const { program, check } = CHECKS.find((each) => each.path.test(file.path))!;
    if (!isThere(program)) return;
    expect(check(file)).toMatchObject({ status: 0 });
  });
});

describe('the filters of fail2ban find', () => {
  const hasFail2ban = isThere('fail2ban-regex');
  const matches = (name: string, lines: string[]) => {
    const filter = write(`${name}.conf`, textOf(`/etc/fail2ban/filter.d/${name}.conf`));
    const log = write(`${name}.log`, lines.map((line) => `${line}\n`).join(''));
    return Number(/(\d+) matched/.exec(run('fail2ban-regex', log, filter).output)?.[1]);
  };
  const nginxLine = (request: string, status: number) =>
    `203.0.113.7 - - [28/Nov/2026:10:00:00 +0000] "${request} HTTP/2.0" ${status} 12 "-" "curl"`;

  test.skipIf(!hasFail2ban)(
    'refused sign-ins of the back office and probes in the log of nginx',
    () => {
      const lines = [
        nginxLine('POST /api/office/sign-in', 401),
        nginxLine('POST /api/office/sign-in', 200),
        nginxLine('POST /api/auth/users/login', 401),
        nginxLine('GET /wp-login.php', 404),
        nginxLine('GET /movies', 200),
        nginxLine('GET /movies/nowhere', 404),
      ];
      expect(matches('matinee-office', lines)).toBe(1);
      expect(matches('matinee-probes', lines)).toBe(1);
    },
  );

  test.skipIf(!hasFail2ban || !hasCaddy)(
    'the same in the log that Caddy writes with the generated file',
    async () => {
      // Caddy asks the server whether an unknown path is a link that a chat has changed.
      const statusOf = (url = '') => (url.startsWith('/api/') ? 401 : 404);
      const upstream = createServer(({ url }, response) =>
        response.writeHead(statusOf(url)).end(),
      ).listen(0, '127.0.0.1');
      await once(upstream, 'listening');
      const server = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
      const port = await aFreePort();
      const siteDir = join(folder, 'site');
      mkdirSync(siteDir);
      writeFileSync(join(siteDir, '404.html'), 'Not found');
      const options = {
        hostNames: ['localhost'],
        tls: null,
        redirectFrom: null,
        isHttps: true,
        siteDir,
        port,
      };
      const host = await aCaddy(
        caddyFile({ ...options, servers: { auth: [server], streaming: [server] } }),
        port,
      );
      try {
        for (const [method, path] of [
          ['POST', '/api/office/sign-in'],
          ['POST', '/api/auth/users/login'],
          ['GET', '/wp-login.php'],
          ['GET', '/movies/nowhere'],
          ['GET', '/movies/nowhere?x="remote_ip":"1.2.3.4","uri":"/.env"'],
        ])
          await fetch(`${host.origin}${path}`, { method: method! });
        const logged = await waitUntil('Caddy has logged the requests', async () => {
          const found = host
            .output()
            .split('\n')
            .filter((line) => line.includes('http.log.access'));
          return found.length === 5 && found;
        });
        const lines = logged.map((line) => `Nov 28 10:00:00 cinema caddy[42]: ${line}`);
        expect(matches('matinee-office', lines)).toBe(1);
        expect(matches('matinee-probes', lines.slice(0, 4))).toBe(1);
      } finally {
        host.stop();
        upstream.close();
      }
    },
  );
});

test.skipIf(!hasCaddy)(
  'the command of docs/cdn.md passes on the viewer’s address with the generated Caddyfile',
  () => {
    const [, command] = /^(sed -i .*) \/etc\/caddy\/Caddyfile$/m.exec(read('docs/cdn.md'))!;
    const servers = { auth: ['http://127.0.0.1:1'], streaming: ['http://127.0.0.1:1'] };
    const options = {
      hostNames: ['localhost'],
      tls: null,
      redirectFrom: null,
      isHttps: true,
      siteDir: '/',
      port: 1,
    };
    const file = write('Caddyfile', caddyFile({ ...options, servers }));
    expect(run('sh', '-c', `${command} ${file}`).status).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(text.split('header_up X-Forwarded-For {header.CF-Connecting-IP}').length).toBe(
      text.split('reverse_proxy').length,
    );
    expect(run('caddy', 'validate', '--adapter', 'caddyfile', '--config', file)).toMatchObject({
      status: 0,
    });
  },
);
