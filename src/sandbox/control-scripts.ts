export interface ControlButton {
  label: string;
  /** The body for POST /sandbox/control. */
  script: object;
}

const buttonsFor = (provider: string, buttons: [label: string, script: object][]): ControlButton[] =>
  buttons.map(([label, script]) => ({ label, script: { provider, ...script } }));

const WEBHOOK_FAULTS: [string, object][] = [
  ['Drop the next webhook', { webhook: 'drop' }],
  ['Drop all three of a payment', { webhook: 'drop', times: 3 }],
  ['Delay the next webhook 10 s', { webhook: 'delay', ms: 10_000 }],
  ['Send the next webhook twice', { webhook: 'duplicate' }],
  ['Send the next two reversed', { webhook: 'reorder', count: 2 }],
  ['Corrupt the next webhook’s signature', { webhook: 'corrupt_signature' }],
];
const REFUND_FAULTS: [string, object][] = [
  ['Keep the next refund pending', { refund: 'pending' }],
  ['Fail the next refund', { refund: 'fail' }],
  ['Refund, lose the reply', { api: 'error_500', call: 'refund', applied: true }],
];
const COMMON_ACTIONS: [string, object][] = [
  ['Send waiting webhooks now', { action: 'release' }],
  ['Delete pending scripts', { action: 'forget' }],
];

export const CONTROL_BUTTONS: { title: string; buttons: ControlButton[] }[] = [
  {
    title: 'Razorpay',
    buttons: buttonsFor('razorpay', [
      ['Fail the next payment', { pay: 'fail' }],
      ['Fail it, capture 5 s later', { pay: 'fail', afterMs: 5000 }],
      ['Only authorise', { pay: 'authorise_only' }],
      ['Capture 10 s later', { pay: 'capture_later', afterMs: 10_000 }],
      ['Pay ₹1 instead', { pay: 'tamper_amount', amountInPaise: 100 }],
      ['Corrupt the payment’s signature', { pay: 'corrupt_signature' }],
      ['Sign another order', { pay: 'other_order' }],
      ...REFUND_FAULTS,
      ...WEBHOOK_FAULTS,
      ['Send the next three reversed', { webhook: 'reorder', count: 3 }],
      ['API: answer 500 once', { api: 'error_500' }],
      ['API: time out once', { api: 'timeout' }],
      ['Make an order, lose the reply', { api: 'error_500', call: 'createOrder', applied: true }],
      ...COMMON_ACTIONS,
    ]),
  },
  {
    title: 'PayPal',
    buttons: buttonsFor('paypal', [
      ['Decline the next capture', { pay: 'issue', issue: 'INSTRUMENT_DECLINED' }],
      // Two, because the browser and the approval webhook both request the capture.
      ['Decline the next two captures', { pay: 'issue', issue: 'INSTRUMENT_DECLINED', times: 2 }],
      ['Refuse the next two captures', { pay: 'issue', issue: 'TRANSACTION_REFUSED', times: 2 }],
      ['Keep the next capture pending', { pay: 'pending' }],
      ['Answer “already captured”', { pay: 'already_captured' }],
      ['Capture $0.01 instead', { pay: 'tamper_amount', amountInCents: 1 }],
      ...REFUND_FAULTS,
      ...WEBHOOK_FAULTS,
      ['API: answer 500 once', { api: 'error_500' }],
      ['Capture, lose the reply', { api: 'error_500', call: 'capture', applied: true }],
      ['Let the token expire', { api: 'token_expired' }],
      ...COMMON_ACTIONS,
    ]),
  },
  {
    title: 'SMS by MSG91',
    buttons: buttonsFor('sms', [
      ['Refuse the next SMS', { next: 'error' }],
      ['Deliver the next message', { next: 'ok' }],
    ]),
  },
  {
    title: 'SMS by Twilio',
    buttons: buttonsFor('twilio', [
      ['Refuse the next SMS', { next: 'error' }],
      ['Answer 500 once', { next: 'error_500' }],
      ['Deliver the next message', { next: 'ok' }],
    ]),
  },
  {
    title: 'E-mail',
    buttons: buttonsFor('email', [
      ['Defer the next e-mail', { next: 'error' }],
      ['Refuse the next e-mail', { next: 'refuse' }],
      ['Deliver the next message', { next: 'ok' }],
    ]),
  },
];
