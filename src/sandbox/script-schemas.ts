import { z } from 'zod';

// Parts of the commands that several providers share.
export const provider = z.string();
export const times = z.int().min(1).default(1);
export const milliseconds = z.int().min(0).max(86_400_000);

export const RefundScript = z.strictObject({
  provider,
  times,
  refund: z.enum(['pending', 'fail']),
});

/** `event`: the schema of the provider's event names. */
export function deliveryFaults<Event extends z.ZodType<string>>(event: Event) {
  const common = { provider, event: event.optional() };
  const webhookFields = { ...common, times };
  return [
    z.strictObject({ ...webhookFields, webhook: z.literal('drop') }),
    z.strictObject({ ...webhookFields, webhook: z.literal('delay'), ms: milliseconds }),
    z.strictObject({
      ...webhookFields,
      webhook: z.literal('duplicate'),
      copies: z.int().min(1).max(50).default(1),
    }),
    z
      .strictObject({ ...common, webhook: z.literal('reorder'), count: z.int().min(2) })
      .transform(({ count, ...script }) => ({ ...script, times: count })),
    z.strictObject({
      ...webhookFields,
      webhook: z.literal('corrupt_signature'),
      tries: z.int().min(1).default(1),
    }),
  ] as const;
}

/** `times`: for how many more events the fault applies. */
export type DeliveryFault = z.infer<ReturnType<typeof deliveryFaults<z.ZodString>>[number]>;
