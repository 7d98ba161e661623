import type { InstalledFile } from './systemd.ts';

interface ComposeOptions {
  codeDir: string;
  outDir: string;
}

/** Addresses and paths that compose.yaml, the Caddyfile and the rebuild share. */
export const CONTAINER = {
  server: 'http://server:4321',
  siteDir: '/var/lib/matinee/site',
  settings: '/matinee.env',
  databaseSettings: '/database.env',
};

/**
 * One image for server, rebuilds and commands; PostgreSQL in the version of the image's tools;
 * Caddy.
 */
export const composeFiles = (options: ComposeOptions): InstalledFile[] => [
  { path: '/Containerfile', text: CONTAINERFILE },
  { path: '/compose.yaml', text: composeFile(options) },
];

const CONTAINERFILE = `# BASE is any Debian 12 with Node 18 or newer and npm.
ARG BASE=docker.io/library/node:24-bookworm-slim
FROM \${BASE}
# For backups: pg_dump and pg_restore in the version of the database.
RUN apt-get update \\
  && apt-get install -y --no-install-recommends ca-certificates postgresql-client \\
  && rm -rf /var/lib/apt/lists/* \\
  && useradd --system --uid 990 --home-dir /var/lib/matinee --shell /usr/sbin/nologin matinee \\
  && install -d -m 711 -o matinee -g matinee /var/lib/matinee
WORKDIR /opt/matinee
COPY package.json package-lock.json .npmrc astro.config.mjs tsconfig.json ./
COPY scripts scripts
RUN npm run setup
COPY src src
COPY public public
USER matinee
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/var/lib/matinee PATH=/opt/matinee/node_modules/.bin:$PATH
VOLUME /var/lib/matinee
CMD ["node", "scripts/serve.ts"]
`;

const composeFile = ({ codeDir, outDir }: ComposeOptions) => `name: matinee

x-matinee: &matinee
  image: localhost/matinee
  env_file: .${CONTAINER.settings}
  volumes:
    - data:/var/lib/matinee
  restart: unless-stopped
  init: true
  read_only: true
  tmpfs:
    - /tmp
  cap_drop:
    - ALL
  security_opt:
    - no-new-privileges

services:
  database:
    image: \${DATABASE_IMAGE:-docker.io/library/postgres:15-bookworm}
    environment:
      POSTGRES_USER: matinee
      POSTGRES_DB: matinee
    # POSTGRES_PASSWORD. The database is reachable only from these containers: no port is published.
    env_file: .${CONTAINER.databaseSettings}
    volumes:
      - database:/var/lib/postgresql/data
    restart: unless-stopped

  server:
    <<: *matinee
    build:
      context: ${codeDir}
      dockerfile: ${outDir}/Containerfile
      args:
        BASE: \${BASE:-docker.io/library/node:24-bookworm-slim}
    depends_on:
      - database
    # The process finishes its requests (DRAIN_SECONDS), then stops the jobs and closes the database.
    stop_grace_period: 35s

  rebuild:
    <<: *matinee
    command: node scripts/cinema.ts rebuild --watch --api ${CONTAINER.server}
    depends_on:
      - server

  web:
    image: \${WEB_IMAGE:-docker.io/library/caddy:2}
    command: caddy run --config /etc/caddy/Caddyfile --adapter caddyfile
    ports:
      - \${HTTP_PORT:-80}:80
      - \${HTTPS_PORT:-443}:443
    volumes:
      - ./Caddyfile:/etc/caddy/Caddyfile:ro
      - data:/var/lib/matinee:ro
      - certificates:/data
    depends_on:
      - server
    restart: unless-stopped
    read_only: true
    tmpfs:
      - /config
      - /tmp
    cap_drop:
      - ALL
    cap_add:
      - NET_BIND_SERVICE
    security_opt:
      - no-new-privileges

volumes:
  database:
  data:
  certificates:
`;
