import { join } from 'node:path';
import { createSandbox, type SandboxOptions } from '#sandbox/sandbox.ts';
import type { Config } from '#server/config/config.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';

/** Opens the provider sandboxes with their saved state. Throws in production. */
export const openProviderSandboxes = (
  { origin, dataDir, isProduction }: Config,
  network: Pick<SandboxOptions, 'fetch'> = {},
) =>
  createSandbox({
    ...SANDBOX_CREDENTIALS,
    ...network,
    origin,
    isProduction,
    webhookUrl: `${origin}/api/ott/payments/webhooks/razorpay`,
    journalFile: join(dataDir, 'sandbox.jsonl'),
  });
