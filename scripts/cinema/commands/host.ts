import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { CaddyTls } from '#rebuild/hosts/caddy.ts';
import type { HostOptions } from '#rebuild/hosts/rules.ts';
import { readSettings } from '../settings.ts';
import type { CommandResult } from '../command-result.ts';
import { detailsResult } from '../results.ts';
import { defineCommands, type CommandGroup, type CommandDefinition } from '../command.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const LOCAL_CERTIFICATE = 'local';

const port = z.coerce.number().int().min(1).max(65_535);
const serverUrl = z.url({
  protocol: /^http$/,
  error: 'must be an http address, for example http://10.0.0.5:4321',
});

const fileResult = (text: string): CommandResult => detailsResult({ file: text }, [text.trimEnd()]);

const proxyInput = (proxyName: Proxy<never>['proxyName']) =>
  z
    .object({
      name: z.tuple([z.string()], z.string()).default(['localhost']),
      port: port.optional(),
      http: z.boolean().optional(),
      certificate: z.string().optional(),
      key: z.string().optional(),
      site: z.string().optional(),
      server: z.array(serverUrl).optional(),
      auth: z.array(serverUrl).optional(),
      brotli: z.boolean().optional(),
    })
    .refine(
      ({ certificate, key }) =>
        (certificate === undefined ||
          (proxyName === 'Caddy' && certificate === LOCAL_CERTIFICATE)) ===
        (key === undefined),
      'give --certificate and --key together',
    );
type ProxyInput = z.infer<ReturnType<typeof proxyInput>>;

type Tls<ExtraTls> = HostOptions['tls'] | ExtraTls;
interface Proxy<ExtraTls> {
  proxyName: 'nginx' | 'Caddy';
  loadFormatter: () => Promise<
    (options: Omit<HostOptions, 'tls'> & { tls: Tls<ExtraTls> }) => string
  >;
  defaultTls: (hostName: string) => Tls<ExtraTls>;
  defaultCertificate: string;
}

const proxyCommand = <ExtraTls>({
  proxyName,
  loadFormatter,
  defaultTls,
  defaultCertificate,
}: Proxy<ExtraTls>): CommandDefinition =>
  defineCommands(loadFormatter).clientCommand({
    usage: proxyName.toLowerCase(),
    title: `Print a configuration for ${proxyName}`,
    onlyInTerminal: true,
    summary: `Prints a configuration for ${proxyName}: it serves the site and passes API requests to the server.`,
    isChange: false,
    options: {
      '--name <host>': {
        about:
          'a host name of the site; may be given several times, the main one first; default localhost',
        isMany: true,
      },
      '--port <number>': 'the port to listen on; default 443, or 80 without TLS',
      '--http':
        'without TLS, because another proxy in front has it; the default if ORIGIN begins with http:',
      '--certificate <file>': `a certificate chain (PEM); default ${defaultCertificate}`,
      '--key <file>': 'the private key of --certificate',
      '--site <folder>': 'the folder of the site; default SITE_DIR',
      '--server <address>': {
        about:
          'a process with ROLE=all, or with ROLE=streaming if --auth is given; default: PORT on this machine',
        isMany: true,
      },
      '--auth <address>': { about: 'a process with ROLE=auth', isMany: true },
      ...(proxyName === 'nginx' && {
        '--brotli': 'compress with brotli too: needs the package libnginx-mod-http-brotli-filter',
      }),
    },
    input: proxyInput(proxyName),
    examples: [`host ${proxyName.toLowerCase()} --name cinema.example`],
    run: async ({ resolvePath }, input: ProxyInput, formatFile) => {
      const settings = readSettings();
      const isHttps = settings.siteOrigins[0].startsWith('https:');
      const streaming = input.server ?? [`http://127.0.0.1:${settings.port}`];
      const tls = !isHttps || input.http ? null : tlsOf(input, resolvePath, defaultTls);
      return fileResult(
        formatFile({
          hostNames: input.name,
          port: input.port ?? (tls === null ? 80 : 443),
          redirectFrom: (input.port ?? 443) === 443 ? 80 : null,
          isHttps,
          tls,
          hasBrotli: input.brotli === true,
          siteDir: input.site ? resolvePath(input.site) : settings.siteDir,
          servers: { auth: input.auth ?? streaming, streaming },
        }),
      );
    },
  });

function tlsOf<ExtraTls>(
  { name, certificate, key }: ProxyInput,
  resolvePath: (file: string) => string,
  defaultTls: Proxy<ExtraTls>['defaultTls'],
): Tls<ExtraTls> {
  if (certificate !== undefined && key !== undefined)
    return { certificate: resolvePath(certificate), key: resolvePath(key) };
  return certificate === LOCAL_CERTIFICATE ? (LOCAL_CERTIFICATE as ExtraTls) : defaultTls(name[0]);
}

const isSiteHttps = () => readSettings().siteOrigins[0].startsWith('https:');

const textFileCommand = (
  usage: string,
  summary: string,
  loadFormatter: () => Promise<(site: Pick<HostOptions, 'isHttps'>) => string>,
): CommandDefinition =>
  defineCommands(loadFormatter).clientCommand({
    usage,
    title: `Print a _${usage} file`,
    onlyInTerminal: true,
    summary,
    isChange: false,
    input: z.object({}),
    examples: [`host ${usage}`],
    run: async (_, __, formatFile) => fileResult(formatFile({ isHttps: isSiteHttps() })),
  });

const systemd = defineCommands(() => import('../actions/systemd.ts')).clientCommand({
  usage: 'systemd',
  title: 'Write systemd units',
  onlyInTerminal: true,
  summary:
    'Writes systemd units for the server and the rebuilds, their user, and a new settings file.',
  isChange: true,
  options: {
    '--name <host>': {
      about: 'a host name of the site; may be given several times, the main one first',
      isMany: true,
    },
    '--code <folder>': 'the folder of the project, or a symlink to it; default this folder',
    '--out <folder>': 'write the files below this folder; without it they are printed',
    '--install': 'write the files to / and reload systemd; needs root',
  },
  input: z
    .object({
      name: z.array(z.string()).min(1),
      code: z.string().optional(),
      out: z.string().optional(),
      install: z.boolean().optional(),
    })
    .refine(({ out, install }) => !(out && install), '--install writes to /: remove --out'),
  details: 'An existing settings file is not changed. All steps: docs/production.md.',
  examples: ['host systemd --name cinema.example'],
  run: async (context, { code, ...input }, { writeUnits }) =>
    writeUnits(context, {
      ...input,
      code: code === undefined ? PROJECT : context.resolvePath(code),
    }),
});

const compose = defineCommands(() => import('../actions/compose.ts')).clientCommand({
  usage: 'compose',
  title: 'Write a compose file',
  onlyInTerminal: true,
  summary:
    'Writes a Containerfile, a compose file with PostgreSQL and Caddy, and a new settings file.',
  isChange: true,
  options: {
    '--name <host>': {
      about: 'a host name of the site; may be given several times, the main one first',
      isMany: true,
    },
    '--out <folder>': 'write the files to this folder; without it they are printed',
    '--certificate <file>': `“${LOCAL_CERTIFICATE}”: Caddy signs the certificate itself; default: Caddy gets one from a public authority`,
  },
  input: z.object({
    name: z.array(z.string()).min(1),
    out: z.string().optional(),
    certificate: z.literal(LOCAL_CERTIFICATE).optional(),
  }),
  details: 'An existing settings file is not changed. All steps: docs/containers.md.',
  examples: ['host compose --name cinema.example'],
  run: (context, input, { writeCompose }) => writeCompose(context, { ...input, code: PROJECT }),
});

export const host: CommandGroup = {
  name: 'host',
  summary: 'Configuration files for systemd, containers and web servers',
  roles: [],
  commands: [
    systemd,
    compose,
    proxyCommand<never>({
      proxyName: 'nginx',
      loadFormatter: async () => (await import('#rebuild/hosts/nginx.ts')).nginxFile,
      defaultTls: (hostName) => ({
        certificate: `/etc/letsencrypt/live/${hostName}/fullchain.pem`,
        key: `/etc/letsencrypt/live/${hostName}/privkey.pem`,
      }),
      defaultCertificate: 'the certbot certificate of the first name',
    }),
    proxyCommand<Extract<CaddyTls, string>>({
      proxyName: 'Caddy',
      loadFormatter: async () => (await import('#rebuild/hosts/caddy.ts')).caddyFile,
      defaultTls: () => 'public',
      defaultCertificate: `a certificate that Caddy gets from a public authority; “${LOCAL_CERTIFICATE}”: one that Caddy signs itself`,
    }),
    textFileCommand(
      'redirects',
      'Prints a _redirects file for Netlify and Cloudflare Pages.',
      async () => (await import('#rebuild/hosts/redirects.ts')).redirectsFile,
    ),
    textFileCommand(
      'headers',
      'Prints a _headers file for Netlify and Cloudflare Pages.',
      async () => (await import('#rebuild/hosts/redirects.ts')).headersFile,
    ),
  ],
};
