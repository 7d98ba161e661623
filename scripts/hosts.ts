import { parseArgs } from 'node:util';
import { caddyFile } from '#rebuild/hosts/caddy.ts';
import { nginxFile } from '#rebuild/hosts/nginx.ts';
import { headersFile, redirectsFile } from '#rebuild/hosts/redirects.ts';
import type { HostOptions } from '#rebuild/hosts/rules.ts';
import { readConfig } from '#server/config.ts';
import { CommandError, fail } from './failure.ts';

const USAGE = `Prints the file by which another server serves the site. It is made from the routes: make it again after an update.

  npm run -s hosts -- nginx --name cinema.example --port 80 > /etc/nginx/sites-enabled/matinee
  npm run -s hosts -- caddy --name cinema.example --port 443 > /etc/caddy/Caddyfile
  npm run -s hosts -- redirects > _redirects     (Netlify, Cloudflare Pages: with a release as a bucket has it)
  npm run -s hosts -- headers > _headers

  --site   the folder of the site; without it SITE_DIR
  --house  where the API answers; without it this machine's PORT`;

const FILES: Record<string, (options: HostOptions) => string> = {
  nginx: nginxFile,
  caddy: caddyFile,
  redirects: redirectsFile,
  headers: headersFile,
};

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string', multiple: true },
      port: { type: 'string', default: '80' },
      site: { type: 'string' },
      house: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(USAGE);
  const make = FILES[positionals[0] ?? ''];
  const port = Number(values.port);
  if (!make || positionals.length > 1 || !(port > 0 && port < 65_536)) throw new CommandError(USAGE);
  const { siteDir, port: housePort } = readConfig(process.env, () => ({ tokenSecret: '', otpPepper: '' }));
  console.log(
    make({
      port,
      siteDir: values.site ?? siteDir,
      house: values.house ?? `http://127.0.0.1:${housePort}`,
      names: values.name ?? ['localhost'],
    }).trimEnd(),
  );
}

try {
  main();
} catch (error) {
  fail(error);
}
