import { FOR_OTHER_SITES, pageHeaders } from '#domain/security-headers.ts';
import { EMBED_SCRIPT } from '#routes.ts';
import { HASHED_FOLDER } from '../release/folders.ts';
import * as rules from './rules.ts';
import type { HostOptions, Shell } from './rules.ts';

/** `public`: Caddy gets a certificate from a public authority. `local`: Caddy signs its own. */
export type CaddyTls = HostOptions['tls'] | 'public' | 'local';

/**
 * A complete Caddyfile for Caddy 2.6 or newer. With TLS, Caddy itself redirects http to https, so
 * `redirectFrom` is not used.
 */
export function caddyFile(options: Omit<HostOptions, 'tls'> & { tls: CaddyTls }): string {
  const { siteDir, servers, hostNames, port, isHttps, tls } = options;
  return `{
  # A program of this machine could otherwise replace the configuration. Restart Caddy after a change.
  admin off
  servers {
    timeouts {
      read_header ${rules.TIMEOUT_SECONDS}s
      read_body ${rules.TIMEOUT_SECONDS}s
      idle 2m
    }
  }
}

# Generated from the cinema's routes. Generate it again after an update.
# Each server process behind this proxy needs TRUST_PROXY=true. Without it, all clients share one rate limit.
${hostNames.map((name) => addressOf(name, port, tls)).join(', ')} {
${tlsOf(tls)}${ACCESS_LOG}  root * ${siteDir}
  encode zstd gzip

${headersOf({ isHttps })}
  @forever path /${HASHED_FOLDER}/*
  @checked not path /${HASHED_FOLDER}/* /api/* /media/*
  header @forever ?Cache-Control "${rules.CACHE_FOREVER}"
  header @checked ?Cache-Control "${rules.CACHE_REVALIDATE}"

  header ${EMBED_SCRIPT} Cross-Origin-Resource-Policy "${FOR_OTHER_SITES['Cross-Origin-Resource-Policy']}"

  request_body {
    max_size ${rules.BODY_LIMIT_MB}MB
  }
  handle /api/auth/* {
    ${proxyTo(servers.auth)}
  }
  handle /api/ott/* {
    ${proxyTo(servers.streaming)}
  }
  handle /api/office/* {
    ${proxyTo(servers.streaming)}
  }
  handle /media/* {
    ${proxyTo(servers.streaming)}
  }

  @internal path_regexp ${rules.INTERNAL_PATTERN}
  handle @internal {
    error 404
  }
  # Film pages come from the release. The server handles other films. If no server answers, the film shell is sent.
  @film path_regexp film ${rules.FILM_PATTERN}
  handle @film {
    @built file ${rules.filmFilePath('{re.film.1}', '{re.film.2}')}
    handle @built {
      rewrite * ${rules.filmFilePath('{re.film.1}', '{re.film.2}')}
      file_server
    }
    handle {
      ${proxyTo(servers.streaming)}
    }
  }
${rules.SHELLS.map(shellRule).join('\n')}
  # The server redirects from addresses that chats have lengthened or cut, and answers 404 to all others.
  @page file {path} {path}/index.html
  handle @page {
    rewrite * {file_match.relative}
    file_server
  }
  handle {
    ${proxyTo(servers.streaming)}
  }

  handle_errors {
${headersOf({ isHttps })}
    @unavailable \`{err.status_code} in [502, 504] && {path}.startsWith("/v/")\`
    handle @unavailable {
      rewrite * ${rules.FILM_SHELL}
      file_server {
        status 200
      }
    }
    @unknown \`{err.status_code} in [502, 504] && !{path}.startsWith("/api/") && !{path}.startsWith("/media/")\`
    handle @unknown {
      rewrite * /404.html
      file_server {
        status 404
      }
    }
    handle {
      rewrite * /404.html
      file_server
    }
  }
}
`;
}

/**
 * Standard output, which systemd's journal or the containers' log stores and rotates. Play tokens
 * and signatures in paths, and headers, are left out.
 */
const ACCESS_LOG = `  log {
    output stdout
    format filter {
      wrap json
      fields {
        request>uri regexp "/(t|media/signed)/[^/]+" "/\${1}/…"
        request>headers delete
        resp_headers delete
      }
    }
  }
`;

/** Retries for three seconds, for a server that is restarting. */
const proxyTo = (servers: string[]) =>
  `reverse_proxy ${servers.map((server) => new URL(server).host).join(' ')} {
      lb_policy least_conn
      lb_try_duration 3s
    }`;

const addressOf = (name: string, port: number, tls: CaddyTls) =>
  tls === null ? `http://${name}:${port}` : port === 443 ? name : `https://${name}:${port}`;

function tlsOf(tls: CaddyTls): string {
  if (tls === null || tls === 'public') return '';
  return tls === 'local' ? '  tls internal\n' : `  tls ${tls.certificate} ${tls.key}\n`;
}

// `?` keeps a header that the server has set. Each header has its own line, because a block sets
// all of its headers or none.
function headersOf(site: Pick<HostOptions, 'isHttps'>) {
  return Object.entries(pageHeaders(site))
    .map(([name, value]) => `  header ?${name} "${value}"`)
    .join('\n');
}

const shellRule = (
  { pattern, file }: Shell,
  index: number,
) => `  @shell${index} path_regexp ${pattern}
  handle @shell${index} {
    try_files {path} {path}/index.html ${file}
    file_server
  }`;
