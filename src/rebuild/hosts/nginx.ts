import { FOR_OTHER_SITES, pageHeaders } from '#domain/security-headers.ts';
import { EMBED_SCRIPT } from '#routes.ts';
import { HASHED_FOLDER } from '../release/folders.ts';
import * as rules from './rules.ts';
import type { HostOptions, Shell } from './rules.ts';

const COMPRESSED_TYPES =
  'text/css text/javascript application/javascript application/json application/manifest+json application/xml text/xml image/svg+xml text/plain';
const BROTLI = `
  # Debian's package libnginx-mod-http-brotli-filter loads the module. Text is a sixth smaller than with gzip.
  brotli on;
  brotli_comp_level 5;
  brotli_min_length 512;
  brotli_types ${COMPRESSED_TYPES};
`;
const AUTH = 'matinee_auth';
const STREAMING = 'matinee_streaming';

/**
 * Server blocks for the `http` context of nginx 1.22 or newer: `/etc/nginx/conf.d/matinee.conf`.
 */
export const nginxFile = (
  options: HostOptions,
): string => `# Generated from the cinema's routes. Generate it again after an update.
# Each server process behind this proxy needs TRUST_PROXY=true. Without it, all clients share one rate limit.
${upstream(AUTH, options.servers.auth)}
${upstream(STREAMING, options.servers.streaming)}

# Chosen: far above normal use, because thousands of mobile viewers share one address. The server has stricter limits.
limit_conn_zone $binary_remote_addr zone=matinee_connections:10m;
limit_req_zone $binary_remote_addr zone=matinee_requests:10m rate=500r/s;

# Keeps a header that the server has set.
map "$upstream_http_cache_control|$uri" $matinee_cache {
  ~^\\|/(api|media)/ "";
  ~^\\|/${HASHED_FOLDER}/ "${rules.CACHE_FOREVER}";
  ~^\\| "${rules.CACHE_REVALIDATE}";
  default "";
}
map $sent_http_content_type $matinee_language {
  ~^text/html en;
}
${headersOf(options)
  .map(
    ({
      value,
      variable,
      embedValue,
    }) => `map "$upstream_http_${variable}|$uri" $matinee_${variable} {
${embedValue ? `  "|${EMBED_SCRIPT}" "${embedValue}";\n` : ''}  ~^\\| "${value}";
  default "";
}`,
  )
  .join('\n')}
${redirectOf(options)}
server {
${listenOf(options)}
  server_name ${options.hostNames.join(' ')};
  root ${options.siteDir};
  index index.html;
  charset utf-8;
  charset_types text/css text/plain text/xml application/xml text/javascript application/javascript application/json;
  absolute_redirect off;
  # A rebuild points the symlink at another release; each request must resolve it again.
  disable_symlinks off;
  server_tokens off;

  client_header_timeout ${rules.TIMEOUT_SECONDS}s;
  client_body_timeout ${rules.TIMEOUT_SECONDS}s;
  send_timeout ${rules.TIMEOUT_SECONDS}s;
  client_max_body_size 64k;
  limit_conn matinee_connections 1000;
  limit_conn_status 429;
  limit_req_status 429;

  gzip on;
  gzip_vary on;
  gzip_proxied any;
  gzip_min_length 512;
  gzip_comp_level 6;
  gzip_types ${COMPRESSED_TYPES};
${options.hasBrotli ? BROTLI : ''}
  # nginx inherits these only if a location adds no header itself.
  add_header Cache-Control $matinee_cache;
  add_header Content-Language $matinee_language;
${headersOf(options)
  .map(({ name, variable }) => `  add_header ${name} $matinee_${variable} always;`)
  .join('\n')}
  error_page 404 /404.html;

  proxy_http_version 1.1;
  proxy_connect_timeout 3s;
  proxy_set_header Host $host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $scheme;
  # Keeps connections to the server open.
  proxy_set_header Connection "";

${['auth', 'ott', 'office'].map((service) => api(service, service === 'auth' ? AUTH : STREAMING)).join('\n')}
  location ^~ /media/ {
    proxy_pass http://${STREAMING};
  }

  location ~ ${quoted(rules.INTERNAL_PATTERN)} {
    return 404;
  }
  # Film pages come from the release. The server handles films that the release lacks: renamed 301, unknown 404, withdrawn 410.
  # If no server answers, the film shell is sent, which retries.
  location ~ ${quoted(rules.FILM_PATTERN)} {
    try_files ${rules.filmFilePath('$1', '$2')} @film;
  }
  location @film {
    proxy_pass http://${STREAMING};
    proxy_intercept_errors on;
    error_page 502 504 =200 ${rules.FILM_SHELL};
  }
${rules.SHELLS.map(shellRule).join('\n')}
  # The server redirects from addresses that chats have lengthened or cut, and answers 404 to all others.
  location / {
    try_files $uri $uri/index.html @unknown;
  }
  location @unknown {
    proxy_pass http://${STREAMING};
    error_page 502 504 =404 /404.html;
  }
}
`;

const upstream = (name: string, servers: string[]) => `upstream ${name} {
  zone ${name} 64k;
  least_conn;
${servers.map((server) => `  server ${new URL(server).host};`).join('\n')}
  keepalive 32;
}`;

const api = (service: string, upstreamName: string) => `  location ^~ /api/${service}/ {
    limit_req zone=matinee_requests burst=1000 nodelay;
    proxy_pass http://${upstreamName};
    # Large exports are streamed.
    proxy_buffering off;
    client_max_body_size ${rules.BODY_LIMIT_MB}m;
  }`;

const listenOf = ({ port, tls }: HostOptions) =>
  tls === null
    ? `  listen ${port};`
    : `  listen ${port} ssl http2;
  listen [::]:${port} ssl http2;
  ssl_certificate ${tls.certificate};
  ssl_certificate_key ${tls.key};
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_prefer_server_ciphers off;
  ssl_session_cache shared:matinee_tls:10m;
  ssl_session_timeout 1d;
  ssl_session_tickets off;`;

/** Redirects to https and the first name, and serves Certbot's webroot. */
const redirectOf = ({ tls, redirectFrom, hostNames, port }: HostOptions) =>
  tls === null || redirectFrom === null
    ? ''
    : `
server {
  listen ${redirectFrom};
  listen [::]:${redirectFrom};
  server_name ${hostNames.join(' ')};
  server_tokens off;
  location ^~ /.well-known/acme-challenge/ {
    root /var/www/html;
  }
  location / {
    return 301 https://${hostNames[0]}${port === 443 ? '' : `:${port}`}$request_uri;
  }
}
`;

function headersOf(site: Pick<HostOptions, 'isHttps'>) {
  const variableOf = (name: string) => name.toLowerCase().replaceAll('-', '_');
  const embed: Record<string, string> = FOR_OTHER_SITES;
  return Object.entries(pageHeaders(site)).map(([name, value]) => ({
    name,
    value,
    embedValue: embed[name],
    variable: variableOf(name),
  }));
}

const shellRule = ({ pattern, file }: Shell) => `  location ~ ${quoted(pattern)} {
    try_files $uri $uri/index.html ${file};
  }`;

/** Unquoted, a brace or a space would end the expression. */
const quoted = (pattern: string) => `"${pattern}"`;
