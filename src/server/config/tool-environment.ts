const NAMES = ['PATH', 'LD_LIBRARY_PATH', 'LANG'];

/**
 * For programs that read strangers' files. They get no other variables: the server's have its
 * secrets.
 */
export const toolEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    NAMES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
