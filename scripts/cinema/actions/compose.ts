import { caddyFile } from '#rebuild/hosts/caddy.ts';
import { composeFiles, CONTAINER } from '#rebuild/hosts/compose.ts';
import { installFiles } from '#rebuild/hosts/install.ts';
import { newSecret, newSettings } from '#rebuild/hosts/settings-file.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandResult } from '../command-result.ts';
import { detailsResult } from '../results.ts';

interface ComposeInput {
  name: string[];
  code: string;
  out?: string | undefined;
  certificate?: 'local' | undefined;
}

/** Prints the files, or writes them to the folder `out`. */
export async function writeCompose(
  { resolvePath, isDry }: CommandContext,
  { name, code, out, certificate }: ComposeInput,
): Promise<CommandResult> {
  const servers = [CONTAINER.server];
  const proxy = caddyFile({
    hostNames: name,
    port: 443,
    redirectFrom: 80,
    isHttps: true,
    tls: certificate ?? 'public',
    siteDir: CONTAINER.siteDir,
    servers: { auth: servers, streaming: servers },
  });
  const databasePassword = newSecret();
  const settings = newSettings({
    hostNames: name,
    databaseUrl: `postgres://matinee:${databasePassword}@database/matinee`,
    backupTo: '/var/lib/matinee/backups',
  });
  const outDir = resolvePath(out ?? '.');
  const files = [
    ...composeFiles({ codeDir: code, outDir }),
    { path: '/Caddyfile', text: proxy },
    { ...settings, path: CONTAINER.settings },
    {
      path: CONTAINER.databaseSettings,
      mode: 0o640,
      keepsExisting: true,
      text: `POSTGRES_PASSWORD=${databasePassword}\n`,
    },
  ];
  if (out === undefined || isDry)
    return detailsResult(
      { files },
      files.flatMap((each) => [`# ${each.path}`, each.text]),
    );
  const written = installFiles(outDir, files);
  return detailsResult({ written }, written);
}
