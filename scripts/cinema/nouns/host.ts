import { z } from 'zod';
import { caddyFile } from '#rebuild/hosts/caddy.ts';
import { nginxFile } from '#rebuild/hosts/nginx.ts';
import { headersFile, redirectsFile } from '#rebuild/hosts/redirects.ts';
import type { HostOptions } from '#rebuild/hosts/rules.ts';
import { readSettings } from '../till.ts';
import { type Noun, type Verb, worksHere } from '../verb.ts';

const port = z.coerce.number().int().min(1).max(65_535);

const server = (name: 'nginx' | 'caddy', file: (options: HostOptions) => string, usual: number): Verb =>
  worksHere({
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
    run: async ({ path }, input) => {
      const settings = readSettings();
      const options = {
        port: input.port,
        names: input.name,
        siteDir: input.site ? path(input.site) : settings.siteDir,
        house: input.house ?? `http://127.0.0.1:${settings.port}`,
      };
      return { data: { file: file(options) }, lines: [file(options).trimEnd()] };
    },
  });

const plain = (words: string, about: string, file: () => string): Verb =>
  worksHere({
    words,
    about,
    changes: false,
    input: z.object({}),
    examples: [`host ${words}`],
    run: async () => ({ data: { file: file() }, lines: [file().trimEnd()] }),
  });

export const host: Noun = {
  name: 'host',
  about: 'Files by which other servers serve the site, made from its routes',
  verbs: [
    server('nginx', nginxFile, 80),
    server('caddy', caddyFile, 443),
    plain(
      'redirects',
      'Prints _redirects for Netlify and Cloudflare Pages, with the site as a bucket has it.',
      redirectsFile,
    ),
    plain('headers', 'Prints _headers for the same.', headersFile),
  ],
};
