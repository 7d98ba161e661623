/** The first descriptor after stdin, stdout and stderr. */
const FIRST_PASSED = 3;

/**
 * The descriptor of the socket that systemd opened for this process (sd_listen_fds(3)), or null. These variables are no settings:
 * systemd sets them, and a child process inherits them with the number of another process.
 */
export const passedSocketOf = (environment: Record<string, string | undefined>, pid: number): number | null =>
  environment['LISTEN_FDS'] === '1' && environment['LISTEN_PID'] === String(pid) ? FIRST_PASSED : null;
