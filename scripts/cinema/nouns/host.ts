import { z } from 'zod';
import type { HostOptions } from '#rebuild/hosts/rules.ts';
import { readSettings } from '../settings.ts';
import { type Answer, doneBy, type Noun, type Verb } from '../verb.ts';

const port = z.coerce.number().int().min(1).max(65_535);

const answerOf = (file: string): Answer => ({ data: { file }, lines: [file.trimEnd()] });

const server = (name: 'nginx' | 'caddy', bring: () => Promise<(options: HostOptions) => string>, usual: number): Verb =>
  doneBy(bring).worksHere({
    words: name,
    about: `Prints the file by which ${name === 'nginx' ? 'nginx' : 'Caddy'} serves the site before the house.`,
    changes: false,
    options: {
      '--name <host>': { about: 'a name that it is reached by; localhost unless given', isMany: true },
      '--port <number>': `where it listens; ${usual} unless given`,
      '--site <folder>': 'the folder of the site; SITE_DIR unless given',
      '--house <address>': 'where the API answers; this machine’s PORT unless given',
    },
    input: z.object({
      name: z.array(z.string()).default(['localhost']),
      port: port.default(usual),
      site: z.string().optional(),
      house: z.url().optional(),
    }),
    examples: [`host ${name} --name cinema.example`],
    run: async ({ path }, input, fileBy) => {
      const settings = readSettings();
      const options = {
        port: input.port,
        names: input.name,
        isHttps: isSiteHttps(),
        siteDir: input.site ? path(input.site) : settings.siteDir,
        house: input.house ?? `http://127.0.0.1:${settings.port}`,
      };
      return answerOf(fileBy(options));
    },
  });

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

export const host: Noun = {
  name: 'host',
  about: 'Files by which other servers serve the site, made from its routes',
  verbs: [
    server('nginx', async () => (await import('#rebuild/hosts/nginx.ts')).nginxFile, 80),
    server('caddy', async () => (await import('#rebuild/hosts/caddy.ts')).caddyFile, 443),
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
