/** A file to be installed: its path on the machine, and its mode where that is not 0644. */
export interface InstalledFile {
  path: string;
  text: string;
  mode?: number;
  /** Whether a file that exists already stays as it is. */
  isKept?: boolean;
}

export interface SystemdOptions {
  /** The folder of the project, which the server's user need not write. */
  codeDir: string;
  /** The program that runs TypeScript: Node 24. */
  node: string;
}

export const USER = 'matinee';
export const SETTINGS_FILE = '/etc/matinee/matinee.env';
export const DATA_DIR = '/var/lib/matinee';
/** Where a new cinema keeps its backups, until BACKUP_TO names a place on another machine. */
export const BACKUPS = '/var/backups/matinee';
const ROLES = ['all', 'auth', 'streaming', 'worker'] as const;

/**
 * Units for each role, for the rebuilds and for nothing else, with the user, the folders and the operator's command that they need.
 * A unit is started by its port: `matinee-all@4321`. systemd keeps the port open while the process restarts, so no caller is refused.
 */
export const systemdFiles = (options: SystemdOptions): InstalledFile[] => [
  ...ROLES.flatMap((role) => [
    { path: `/etc/systemd/system/matinee-${role}@.socket`, text: socketUnit(role) },
    { path: `/etc/systemd/system/matinee-${role}@.service`, text: serverUnit(role, options) },
  ]),
  { path: '/etc/systemd/system/matinee-rebuild.service', text: rebuildUnit(options) },
  { path: '/etc/sysusers.d/matinee.conf', text: `u ${USER} - "Matinee cinema" ${DATA_DIR} /usr/sbin/nologin\n` },
  { path: '/etc/tmpfiles.d/matinee.conf', text: TMPFILES },
  { path: '/usr/local/bin/cinema', text: operatorCommand(options), mode: 0o755 },
];

const socketUnit = (role: string) => `[Unit]
Description=Matinee, ${role}: port %i

[Socket]
ListenStream=127.0.0.1:%i
# Connections that wait while the process restarts.
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
${sandboxOf(codeDir)}
# The process finishes its requests (DRAIN_SECONDS), then closes the jobs and the database.
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
${sandboxOf(codeDir)}
Nice=5

[Install]
WantedBy=multi-user.target
`;

/** What both services share. Node compiles JavaScript to machine code while it runs, so MemoryDenyWriteExecute cannot be set. */
const sandboxOf = (codeDir: string) => `EnvironmentFile=${SETTINGS_FILE}
Environment=DATA_DIR=${DATA_DIR}
WorkingDirectory=${codeDir}
User=${USER}
Group=${USER}
StateDirectory=matinee
StateDirectoryMode=0711
ReadWritePaths=-${BACKUPS}
Restart=always
RestartSec=2
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

const TMPFILES = `d ${DATA_DIR} 0711 ${USER} ${USER}
d ${BACKUPS} 0700 ${USER} ${USER}
z ${SETTINGS_FILE} 0640 root ${USER}
`;

const operatorCommand = ({ codeDir, node }: SystemdOptions) => `#!/bin/sh
# Runs an operator's command as the server's user, with the server's settings: cinema --help
exec runuser -u ${USER} -- env NODE_ENV=production DATA_DIR="\${DATA_DIR:-${DATA_DIR}}" SUDO_USER="\${SUDO_USER:-$(id -un)}" ${node} --env-file=${SETTINGS_FILE} ${codeDir}/scripts/cinema.ts "$@"
`;
