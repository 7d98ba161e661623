const FIRST_PASSED_DESCRIPTOR = 3;

/** See sd_listen_fds(3). Checks the process id, because child processes inherit these variables. */
export const findPassedSocket = (
  environment: Record<string, string | undefined>,
  pid: number,
): number | null =>
  environment['LISTEN_FDS'] === '1' && environment['LISTEN_PID'] === String(pid)
    ? FIRST_PASSED_DESCRIPTOR
    : null;
