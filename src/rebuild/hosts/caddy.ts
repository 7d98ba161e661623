import { pageHeaders } from '#domain/security-headers.ts';
import {
  BODY_LIMIT_MB,
  CHECKED,
  FILM_PATTERN,
  FILM_SHELL,
  filmFileBy,
  FOREVER,
  type HostOptions,
  INNER_PATTERN,
  type Shell,
  SHELLS,
  TIMEOUT_SECONDS,
} from './rules.ts';

/** By whom Caddy's certificate is signed: by a public authority that Caddy asks itself, by Caddy's own, or files. */
export type CaddyTls = HostOptions['tls'] | 'public' | 'local';

/** A whole Caddyfile for Caddy 2.6 and newer, which redirects http to https by itself. */
export const caddyFile = ({
  siteDir,
  servers,
  names,
  port,
  isHttps,
  tls,
}: Omit<HostOptions, 'tls'> & { tls: CaddyTls }): string => `{
  servers {
    timeouts {
      read_header ${TIMEOUT_SECONDS}s
      read_body ${TIMEOUT_SECONDS}s
      idle 2m
    }
  }
}

# Made from the cinema's routes: make it again after an update.
# Each server process behind this proxy needs TRUST_PROXY=true: without it all callers count as one and share their limits.
${names.map((name) => addressOf(name, port, tls)).join(', ')} {
${tlsOf(tls)}  root * ${siteDir}
  encode zstd gzip

${headersOf({ isHttps })}
  @forever path /_astro/*
  @checked not path /_astro/* /api/* /media/*
  header @forever ?Cache-Control "${FOREVER}"
  header @checked ?Cache-Control "${CHECKED}"

  request_body {
    max_size ${BODY_LIMIT_MB}MB
  }
  handle /api/auth/* {
    ${proxyTo(servers.auth)}
  }
  handle /api/ott/* {
    ${proxyTo(servers.streaming)}
  }
  handle /media/* {
    ${proxyTo(servers.streaming)}
  }

  @inner path_regexp ${INNER_PATTERN}
  handle @inner {
    error 404
  }
  # A film: its page in the release. For a film that the release lacks the server answers. While none does: the page for new films.
  @film path_regexp film ${FILM_PATTERN}
  handle @film {
    @built file ${filmFileBy('{re.film.1}', '{re.film.2}')}
    handle @built {
      rewrite * ${filmFileBy('{re.film.1}', '{re.film.2}')}
      file_server
    }
    handle {
      ${proxyTo(servers.streaming)}
    }
  }
${SHELLS.map(shell).join('\n')}
  handle {
    try_files {path} {path}/index.html
    file_server
  }

  handle_errors {
${headersOf({ isHttps })}
    @away \`{err.status_code} in [502, 504] && {path}.startsWith("/v/")\`
    handle @away {
      rewrite * ${FILM_SHELL}
      file_server {
        status 200
      }
    }
    handle {
      rewrite * /404.html
      file_server
    }
  }
}
`;

/** Waits three seconds for a server that is being restarted. */
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

// A question mark: a header that the server has set stays. One by one, because the headers of one block are set together or not at all.
function headersOf(site: Pick<HostOptions, 'isHttps'>) {
  return Object.entries(pageHeaders(site))
    .map(([name, value]) => `  header ?${name} "${value}"`)
    .join('\n');
}

const shell = ({ pattern, file }: Shell, at: number) => `  @shell${at} path_regexp ${pattern}
  handle @shell${at} {
    try_files {path} {path}/index.html ${file}
    file_server
  }`;
