import type { PendingWebhook, PaymentEnvironment } from './environment.ts';

type DeliveryMode = 'once' | 'twice' | 'garbled';

/** Delivers a pending webhook to a process. An accepted webhook is removed. */
export async function deliverWebhook(
  environment: PaymentEnvironment,
  processIndex: number,
  index: number,
  mode: DeliveryMode,
) {
  const webhook =
    environment.pendingWebhooks[index % Math.max(1, environment.pendingWebhooks.length)];
  if (!webhook) return;
  const { post, crashTrigger } = environment.processes[processIndex]!;
  const body =
    mode === 'garbled' ? webhook.body.replace(/"(amount|value)":"?\d+/, '$&9') : webhook.body;
  const deliver = () => post(webhook.path, { body, headers: webhook.headers });
  const responses = await Promise.all(mode === 'twice' ? [deliver(), deliver()] : [deliver()]);
  if (crashTrigger.crashedAt()) return;
  // 503: the provider's certificate could not be loaded.
  const expected = body === webhook.body ? [200, 503] : [401];
  if (responses.some(({ status }) => !expected.includes(status)))
    throw new Error(
      `A webhook delivered ${mode} got ${responses.map(({ text }) => text).join(' and ')}: ${body}`,
    );
  if (responses.every(({ status }) => status === 200)) removeWebhook(environment, webhook);
}

function removeWebhook({ pendingWebhooks }: PaymentEnvironment, webhook: PendingWebhook) {
  const index = pendingWebhooks.indexOf(webhook);
  if (index >= 0) pendingWebhooks.splice(index, 1);
}

export async function deliverAllWebhooks(environment: PaymentEnvironment, processIndex: number) {
  for (let count = environment.pendingWebhooks.length; count > 0; count--)
    await deliverWebhook(environment, processIndex, 0, 'once');
}

/** Only an event tells of a dispute: the reconciler asks about payments alone. So these events are not lost. */
const mayBeLost = ({ body }: PendingWebhook) =>
  !/"(event|event_type)":"(payment|CUSTOMER)\.dispute/i.test(body);

export function dropWebhook({ pendingWebhooks }: PaymentEnvironment, index: number) {
  const at = index % Math.max(1, pendingWebhooks.length);
  const webhook = pendingWebhooks[at];
  if (webhook && mayBeLost(webhook)) pendingWebhooks.splice(at, 1);
}

export function loseWebhooks({ pendingWebhooks }: PaymentEnvironment) {
  pendingWebhooks.splice(0, Infinity, ...pendingWebhooks.filter((each) => !mayBeLost(each)));
}
