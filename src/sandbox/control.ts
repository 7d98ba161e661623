// POST /sandbox/control scripts the providers' next responses. docs/sandbox.md documents the
// commands.
import { Hono } from 'hono';
import { z } from 'zod';
import { FACEBOOK_FAULTS } from './facebook/tokens.ts';
import { GOOGLE_FAULTS } from './google/id-token.ts';
import { PAYMENT_COMMANDS } from './payment-sandboxes.ts';
import { provider } from './script-schemas.ts';

const ListOrReset = z.strictObject({ provider, action: z.enum(['list', 'reset']) });

const Deliver = z.strictObject({ provider, next: z.literal('ok') });
const SmsFault = z.strictObject({ provider, next: z.literal('error') });
export type SmsFault = z.infer<typeof SmsFault>;
const TwilioFault = z.discriminatedUnion('next', [
  z.strictObject({ provider, next: z.literal('error'), code: z.int().min(10_000).default(21211) }),
  z.strictObject({ provider, next: z.literal('error_500') }),
]);
export type TwilioFault = z.infer<typeof TwilioFault>;
const EmailFault = z.strictObject({ provider, next: z.enum(['error', 'refuse']) });
export type EmailFault = z.infer<typeof EmailFault>;

const GoogleScript = z.strictObject({ provider, next: z.enum([...GOOGLE_FAULTS, 'ok']) });
const GoogleKeys = z.strictObject({ provider, keys: z.enum(['error_500', 'rotate', 'ok']) });
const FacebookScript = z.strictObject({ provider, next: z.enum([...FACEBOOK_FAULTS, 'ok']) });
const FacebookGraph = z.strictObject({ provider, graph: z.enum(['error_500', 'ok']) });

// Each schema by the key that only it has, so that validation errors name the right schema.
const SCHEMAS = {
  ...PAYMENT_COMMANDS,
  sms: { next: z.discriminatedUnion('next', [SmsFault, Deliver]), action: ListOrReset },
  twilio: { next: z.discriminatedUnion('next', [TwilioFault, Deliver]), action: ListOrReset },
  email: { next: z.discriminatedUnion('next', [EmailFault, Deliver]), action: ListOrReset },
  google: { next: GoogleScript, keys: GoogleKeys, action: ListOrReset },
  facebook: { next: FacebookScript, graph: FacebookGraph, action: ListOrReset },
};
type Provider = keyof typeof SCHEMAS;
const PROVIDERS = Object.keys(SCHEMAS) as Provider[];
export type Command<Name extends Provider> = z.infer<
  (typeof SCHEMAS)[Name][keyof (typeof SCHEMAS)[Name]]
>;
type Providers = { [Name in Provider]: { control(command: Command<Name>): object } };

export function controlRoutes(providers: Providers) {
  return new Hono().post('/control', async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    const parsed = parseCommand(body);
    if ('message' in parsed) return c.json(parsed, 422);
    // SCHEMAS guarantees that the command belongs to this provider.
    const target: { control(command: never): object } = providers[parsed.provider];
    const response = target.control(parsed.command as never);
    return c.json(response, 'message' in response ? 422 : 200);
  });
}

function parseCommand(
  body: unknown,
): { message: string } | { provider: Provider; command: unknown } {
  const target = z.looseObject({ provider: z.enum(PROVIDERS) }).safeParse(body);
  if (!target.success)
    return { message: `Unknown provider. Set "provider": ${PROVIDERS.join(' or ')}` };

  const { provider } = target.data;
  const schemas: Record<string, z.ZodType> = SCHEMAS[provider];
  const [, schema] = Object.entries(schemas).find(([name]) => name in target.data) ?? [];
  if (!schema)
    return {
      message: `No command for ${provider}. Set one of: ${Object.keys(schemas).join(', ')}`,
    };

  const command = schema.safeParse(body);
  return command.success
    ? { provider, command: command.data }
    : { message: z.prettifyError(command.error) };
}
