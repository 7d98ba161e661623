import { SERVER_ROLES } from '#domain/operator-states.ts';

export interface InstalledFile {
  path: string;
  text: string;
  /** Default: 0644. */
  mode?: number;
  keepsExisting?: boolean;
}

interface SystemdOptions {
  /** The project folder; may be read-only for the server's user. */
  codeDir: string;
  /** Path of Node 24, which runs TypeScript. */
  node: string;
}

const SERVER_USER = 'matinee';
export const SETTINGS_FILE = '/etc/matinee/matinee.env';
const DATA_DIR = '/var/lib/matinee';
/** The backup folder of a new cinema, until BACKUP_TO names another machine. */
export const BACKUP_DIR = '/var/backups/matinee';

/**
 * The instance name is the port: `matinee-all@4321`. systemd keeps the socket open, so a restart
 * refuses no connection.
 */
export const systemdFiles = (options: SystemdOptions): InstalledFile[] => [
  ...SERVER_ROLES.flatMap((role) => [
    { path: `/etc/systemd/system/matinee-${role}@.socket`, text: socketUnit(role) },
    { path: `/etc/systemd/system/matinee-${role}@.service`, text: serverUnit(role, options) },
  ]),
  { path: '/etc/systemd/system/matinee-rebuild.service', text: rebuildUnit(options) },
  {
    path: '/etc/sysusers.d/matinee.conf',
    text: `u ${SERVER_USER} - "Matinee cinema" ${DATA_DIR} /usr/sbin/nologin\n`,
  },
  { path: '/etc/tmpfiles.d/matinee.conf', text: TMPFILES },
  { path: '/usr/local/bin/cinema', text: operatorCommand(options), mode: 0o755 },
];

const socketUnit = (role: string) => `[Unit]
Description=Matinee, ${role}: port %i

[Socket]
ListenStream=127.0.0.1:%i
# Connections that may wait during a restart.
Backlog=4096
NoDelay=true

[Install]
WantedBy=sockets.target
`;

const serverUnit = (role: string, { codeDir, node }: SystemdOptions) => `[Unit]
Description=Matinee, ${role}, on port %i
Documentation=file://${codeDir}/docs/production.md
After=network-online.target postgresql.service
StartLimitIntervalSec=0
Wants=network-online.target
Requires=matinee-${role}@%i.socket
After=matinee-${role}@%i.socket

[Service]
Environment=NODE_ENV=production ROLE=${role} PORT=%i
ExecStart=${node} ${codeDir}/scripts/serve.ts
${hardeningOf(codeDir)}
# The process finishes its requests (DRAIN_SECONDS), then stops the jobs and closes the database.
TimeoutStopSec=35
KillMode=mixed

[Install]
WantedBy=multi-user.target
`;

const rebuildUnit = ({ codeDir, node }: SystemdOptions) => `[Unit]
Description=Matinee, rebuilds of the site
Documentation=file://${codeDir}/docs/production.md
After=network-online.target
StartLimitIntervalSec=0

[Service]
Environment=NODE_ENV=production
ExecStart=${node} ${codeDir}/scripts/cinema.ts rebuild --watch
${hardeningOf(codeDir)}
Nice=5

[Install]
WantedBy=multi-user.target
`;

/**
 * Shared hardening. MemoryDenyWriteExecute is missing because Node compiles JavaScript to machine
 * code at run time.
 */
const hardeningOf = (codeDir: string) => `EnvironmentFile=${SETTINGS_FILE}
Environment=DATA_DIR=${DATA_DIR}
WorkingDirectory=${codeDir}
User=${SERVER_USER}
Group=${SERVER_USER}
StateDirectory=matinee
StateDirectoryMode=0711
# The files of a site release are made readable when it is published.
UMask=0077
ReadWritePaths=-${BACKUP_DIR}
Restart=always
RestartSec=2
# Without memory, an encoding ends and the server continues.
OOMPolicy=continue
LimitNOFILE=65536
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
ProtectClock=yes
ProtectHostname=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
CapabilityBoundingSet=
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM`;

const TMPFILES = `d ${DATA_DIR} 0711 ${SERVER_USER} ${SERVER_USER}
d ${BACKUP_DIR} 0700 ${SERVER_USER} ${SERVER_USER}
z ${SETTINGS_FILE} 0640 root ${SERVER_USER}
`;

const operatorCommand = ({ codeDir, node }: SystemdOptions) => `#!/bin/sh
# Runs an operator's command as the server's user, with the server's settings: cinema --help
exec runuser -u ${SERVER_USER} -- env NODE_ENV=production DATA_DIR="\${DATA_DIR:-${DATA_DIR}}" SUDO_USER="\${SUDO_USER:-$(id -un)}" ${node} --env-file=${SETTINGS_FILE} ${codeDir}/scripts/cinema.ts "$@"
`;
