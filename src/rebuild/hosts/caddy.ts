import { pageHeaders } from '#domain/security-headers.ts';
import {
  CHECKED,
  FILM_PATTERN,
  FILM_SHELL,
  filmFileBy,
  FOREVER,
  type HostOptions,
  INNER_PATTERN,
  type Shell,
  SHELLS,
} from './rules.ts';

/** A site block for Caddy 2, which brings its own certificate when the names are public and the port is 443. */
export const caddyFile = ({
  siteDir,
  house,
  names,
  port,
  isHttps,
}: HostOptions): string => `# Made from the cinema's routes: make it again after an update.
# The server behind this proxy needs TRUST_PROXY=true: without it all callers count as one and share their limits.
${names.map((name) => (port === 443 ? name : `http://${name}:${port}`)).join(', ')} {
  root * ${siteDir}
  encode zstd gzip

${headersOf({ isHttps })}
  @forever path /_astro/*
  @checked not path /_astro/* /api/* /media/*
  header @forever ?Cache-Control "${FOREVER}"
  header @checked ?Cache-Control "${CHECKED}"

  handle /api/* {
    reverse_proxy ${house}
  }
  handle /media/* {
    reverse_proxy ${house}
  }

  @inner path_regexp ${INNER_PATTERN}
  handle @inner {
    error 404
  }
  # A film: its page in the release; what the release does not know, the house does. While it is away, the page for new films.
  @film path_regexp film ${FILM_PATTERN}
  handle @film {
    @built file ${filmFileBy('{re.film.1}', '{re.film.2}')}
    handle @built {
      rewrite * ${filmFileBy('{re.film.1}', '{re.film.2}')}
      file_server
    }
    handle {
      reverse_proxy ${house} {
        lb_try_duration 3s
      }
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

// A question mark: what the house has said of its own answers stands. One by one, since those of one block go together or not at all.
const headersOf = (site: Pick<HostOptions, 'isHttps'>) =>
  Object.entries(pageHeaders(site))
    .map(([name, value]) => `  header ?${name} "${value}"`)
    .join('\n');

const shell = ({ pattern, file }: Shell, at: number) => `  @shell${at} path_regexp ${pattern}
  handle @shell${at} {
    try_files {path} {path}/index.html ${file}
    file_server
  }`;
