import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { CaddyTls } from '#rebuild/hosts/caddy.ts';
import type { HostOptions } from '#rebuild/hosts/rules.ts';
import { readSettings } from '../settings.ts';
import { type Answer, doneBy, type Noun, type Verb } from '../verb.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const LOCAL = 'local';

const port = z.coerce.number().int().min(1).max(65_535);
const server = z.url({ protocol: /^http$/, error: 'must be an address of this network, as http://10.0.0.5:4321' });

const answerOf = (file: string): Answer => ({ data: { file }, lines: [file.trimEnd()] });

const proxyInput = (hasLocal: boolean) =>
  z
    .object({
      name: z.array(z.string()).default(['localhost']),
      port: port.optional(),
      http: z.boolean().optional(),
      certificate: z.string().optional(),
      key: z.string().optional(),
      site: z.string().optional(),
      server: z.array(server).optional(),
      auth: z.array(server).optional(),
    })
    .refine(
      ({ certificate, key }) =>
        (certificate === undefined || (hasLocal && certificate === LOCAL)) === (key === undefined),
      '--certificate and --key belong together',
    );
type ProxyInput = z.infer<ReturnType<typeof proxyInput>>;

type Tls<Own> = HostOptions['tls'] | Own;
interface Proxy<Own> {
  name: 'nginx' | 'Caddy';
  bring: () => Promise<(options: Omit<HostOptions, 'tls'> & { tls: Tls<Own> }) => string>;
  /** Without --certificate. */
  usualTls: (name: string) => Tls<Own>;
  ownCertificates: string;
}

const proxy = <Own>({ name, bring, usualTls, ownCertificates }: Proxy<Own>): Verb =>
  doneBy(bring).worksHere({
    words: name.toLowerCase(),
    about: `Prints the configuration by which ${name} serves the site and passes calls to the server.`,
    changes: false,
    options: {
      '--name <host>': {
        about: 'a name that viewers use; the first one if several; localhost unless given',
        isMany: true,
      },
      '--port <number>': 'where it listens; 443 unless given, or 80 without TLS',
      '--http': 'without TLS, because a proxy before this one has it; so it is where ORIGIN is http',
      '--certificate <file>': `a certificate chain (PEM); ${ownCertificates} unless given`,
      '--key <file>': 'the private key of --certificate',
      '--site <folder>': 'the folder of the site; SITE_DIR unless given',
      '--server <address>': {
        about: 'a process with ROLE=all, or streaming beside --auth; this machine’s PORT unless given',
        isMany: true,
      },
      '--auth <address>': { about: 'a process with ROLE=auth', isMany: true },
    },
    input: proxyInput(name === 'Caddy'),
    examples: [`host ${name.toLowerCase()} --name cinema.example`],
    run: async ({ path }, input: ProxyInput, fileBy) => {
      const settings = readSettings();
      const isHttps = settings.siteOrigins[0].startsWith('https:');
      const streaming = input.server ?? [`http://127.0.0.1:${settings.port}`];
      const tls = !isHttps || input.http ? null : tlsOf(input, path, usualTls);
      return answerOf(
        fileBy({
          names: input.name,
          port: input.port ?? (tls === null ? 80 : 443),
          redirectFrom: (input.port ?? 443) === 443 ? 80 : null,
          isHttps,
          tls,
          siteDir: input.site ? path(input.site) : settings.siteDir,
          servers: { auth: input.auth ?? streaming, streaming },
        }),
      );
    },
  });

function tlsOf<Own>(
  { name, certificate, key }: ProxyInput,
  path: (file: string) => string,
  usualTls: Proxy<Own>['usualTls'],
): Tls<Own> {
  if (certificate !== undefined && key !== undefined) return { certificate: path(certificate), key: path(key) };
  return certificate === LOCAL ? (LOCAL as Own) : usualTls(name[0]!);
}

const isSiteHttps = () => readSettings().siteOrigins[0].startsWith('https:');

const plain = (
  words: string,
  about: string,
  bring: () => Promise<(site: Pick<HostOptions, 'isHttps'>) => string>,
): Verb =>
  doneBy(bring).worksHere({
    words,
    about,
    changes: false,
    input: z.object({}),
    examples: [`host ${words}`],
    run: async (_, __, file) => answerOf(file({ isHttps: isSiteHttps() })),
  });

const systemd = doneBy(() => import('../work/systemd.ts')).worksHere({
  words: 'systemd',
  about: 'Writes systemd units for the server and the rebuilds, their user, and new settings.',
  changes: true,
  options: {
    '--name <host>': { about: 'a name that viewers use; the first one if several', isMany: true },
    '--code <folder>': 'the folder of the project, or a link to it; this one unless given',
    '--out <folder>': 'the folder below which the files are written; without it they are printed',
    '--install': 'writes them to / and tells systemd; as root',
  },
  input: z
    .object({
      name: z.array(z.string()).min(1),
      code: z.string().optional(),
      out: z.string().optional(),
      install: z.boolean().optional(),
    })
    .refine(({ out, install }) => !(out && install), '--install writes to /: leave --out away'),
  more: 'Settings that exist stay as they are. docs/production.md has all steps.',
  examples: ['host systemd --name cinema.example'],
  run: async (context, { code, ...input }, { writeUnits }) =>
    writeUnits(context, { ...input, code: code === undefined ? PROJECT : context.path(code) }),
});

const compose = doneBy(() => import('../work/compose.ts')).worksHere({
  words: 'compose',
  about: 'Writes a Containerfile, a compose file with PostgreSQL and Caddy, and new settings.',
  changes: true,
  options: {
    '--name <host>': { about: 'a name that viewers use; the first one if several', isMany: true },
    '--out <folder>': 'the folder that the files are written to; without it they are printed',
    '--certificate <file>': `“${LOCAL}”: signed by Caddy itself; unless given, Caddy asks a public authority`,
  },
  input: z.object({
    name: z.array(z.string()).min(1),
    out: z.string().optional(),
    certificate: z.literal(LOCAL).optional(),
  }),
  more: 'Settings that exist stay as they are. docs/containers.md has all steps.',
  examples: ['host compose --name cinema.example'],
  run: (context, input, { writeCompose }) => writeCompose(context, { ...input, code: PROJECT }),
});

export const host: Noun = {
  name: 'host',
  about: 'Files by which other programs run the cinema and serve its site',
  verbs: [
    systemd,
    compose,
    proxy<never>({
      name: 'nginx',
      bring: async () => (await import('#rebuild/hosts/nginx.ts')).nginxFile,
      usualTls: (name) => ({
        certificate: `/etc/letsencrypt/live/${name}/fullchain.pem`,
        key: `/etc/letsencrypt/live/${name}/privkey.pem`,
      }),
      ownCertificates: 'certbot’s of the first name',
    }),
    proxy<Extract<CaddyTls, string>>({
      name: 'Caddy',
      bring: async () => (await import('#rebuild/hosts/caddy.ts')).caddyFile,
      usualTls: () => 'public',
      ownCertificates: `one that Caddy asks of a public authority, or with “${LOCAL}” one that Caddy signs itself,`,
    }),
    plain(
      'redirects',
      'Prints _redirects for Netlify and Cloudflare Pages, with the site as a bucket has it.',
      async () => (await import('#rebuild/hosts/redirects.ts')).redirectsFile,
    ),
    plain(
      'headers',
      'Prints _headers for the same.',
      async () => (await import('#rebuild/hosts/redirects.ts')).headersFile,
    ),
  ],
};
