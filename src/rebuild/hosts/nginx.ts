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

const PROXIED = `proxy_http_version 1.1;
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;`;

const variable = (name: string) => name.toLowerCase().replaceAll('-', '_');
const headersOf = (site: Pick<HostOptions, 'isHttps'>) =>
  Object.entries(pageHeaders(site)).map(([name, value]) => ({ name, value, variable: variable(name) }));

/** A server block for nginx 1.18 and newer; `include` it, and give it a certificate. */
export const nginxFile = ({
  siteDir,
  house,
  names,
  port,
  isHttps,
}: HostOptions): string => `# Made from the cinema's routes: make it again after an update.
# The server behind this proxy needs TRUST_PROXY=true: without it all callers count as one and share their limits.
# What the house has said of its own answers stands.
map "$upstream_http_cache_control|$uri" $matinee_cache {
  ~^\\|/(api|media)/ "";
  ~^\\|/_astro/ "${FOREVER}";
  ~^\\| "${CHECKED}";
  default "";
}
map $sent_http_content_type $matinee_language {
  ~^text/html en;
}
${headersOf({ isHttps })
  .map(
    ({ value, variable }) => `map $upstream_http_${variable} $matinee_${variable} {
  "" "${value}";
}`,
  )
  .join('\n')}

server {
  listen ${port};
  server_name ${names.join(' ')};
  root ${siteDir};
  index index.html;
  charset utf-8;
  charset_types text/html text/css text/plain text/xml application/xml text/javascript application/javascript application/json;
  absolute_redirect off;
  # A release may be switched under it: files are looked up by the link anew.
  disable_symlinks off;

  gzip on;
  gzip_vary on;
  gzip_proxied any;
  gzip_min_length 512;
  gzip_comp_level 6;
  gzip_types text/css text/javascript application/javascript application/json application/manifest+json application/xml text/xml image/svg+xml text/plain;

  # nginx adds these only where a location adds none of its own: so none does.
  add_header Cache-Control $matinee_cache;
  add_header Content-Language $matinee_language;
${headersOf({ isHttps })
  .map(({ name, variable }) => `  add_header ${name} $matinee_${variable} always;`)
  .join('\n')}
  error_page 404 /404.html;

  location ^~ /api/ {
    proxy_pass ${house};
    ${PROXIED}
    # A file of many rows is sent while it is written.
    proxy_buffering off;
    client_max_body_size 12m;
  }
  location ^~ /media/ {
    proxy_pass ${house};
    ${PROXIED}
  }

  location ~ ${quoted(INNER_PATTERN)} {
    return 404;
  }
  # A film: its page in the release. What the release does not know, the house does (renamed 301, unknown 404, withdrawn 410); while
  # it is away, the page for new films asks again by itself.
  location ~ ${quoted(FILM_PATTERN)} {
    try_files ${filmFileBy('$1', '$2')} @film;
  }
  location @film {
    proxy_pass ${house};
    ${PROXIED}
    proxy_connect_timeout 3s;
    proxy_intercept_errors on;
    error_page 502 504 =200 ${FILM_SHELL};
  }
${SHELLS.map(shell).join('\n')}
  location / {
    try_files $uri $uri/index.html =404;
  }
}
`;

const shell = ({ pattern, file }: Shell) => `  location ~ ${quoted(pattern)} {
    try_files $uri $uri/index.html ${file};
  }`;

/** A brace or a space would end the expression. */
function quoted(pattern: string): string {
  return `"${pattern}"`;
}
