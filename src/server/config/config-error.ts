/** An unusable setting; the message names the variable. */
export class ConfigError extends Error {}
