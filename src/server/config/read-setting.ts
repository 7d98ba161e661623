import { ConfigError } from './config-error.ts';

export function requireSetting<Environment extends object, Name extends keyof Environment & string>(
  env: Environment,
  name: Name,
  dependentName: string,
) {
  const value = env[name];
  if (value == null) throw new ConfigError(`The setting ${name} is required with ${dependentName}`);
  return value;
}

export const withPrevious = (current: string, previous: string | undefined): string[] =>
  previous ? [current, previous] : [current];
