import { caddyFile } from '#rebuild/hosts/caddy.ts';
import { composeFiles, CONTAINER } from '#rebuild/hosts/compose.ts';
import { installFiles } from '#rebuild/hosts/install.ts';
import { newSettings } from '#rebuild/hosts/settings-file.ts';
import type { Counter } from '../counter.ts';
import type { Answer } from '../verb.ts';

interface ComposeInput {
  /** Host names; the first one stands in links. */
  name: string[];
  code: string;
  out?: string | undefined;
  certificate?: 'local' | undefined;
}

/** The files of `cinema host compose`: printed, or written to a folder. */
export async function writeCompose(
  { path, isDry }: Counter,
  { name, code, out, certificate }: ComposeInput,
): Promise<Answer> {
  const servers = [CONTAINER.server];
  const proxy = caddyFile({
    names: name,
    port: 443,
    redirectFrom: 80,
    isHttps: true,
    tls: certificate ?? 'public',
    siteDir: CONTAINER.siteDir,
    servers: { auth: servers, streaming: servers },
  });
  const settings = newSettings({
    names: name,
    databaseUrl: 'postgres://matinee:matinee@database/matinee',
    backupTo: '/var/lib/matinee/backups',
  });
  const outDir = path(out ?? '.');
  const files = [
    ...composeFiles({ codeDir: code, outDir }),
    { path: '/Caddyfile', text: proxy },
    { ...settings, path: CONTAINER.settings },
  ];
  if (out === undefined || isDry)
    return { data: { files }, lines: files.flatMap((each) => [`# ${each.path}`, each.text]) };
  const written = installFiles(outDir, files);
  return { data: { written }, lines: written };
}
