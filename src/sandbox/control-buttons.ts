import { buttonsFor, type ControlSection } from './control-elements.ts';
import { PAYMENT_SECTIONS } from './payment-sandboxes.ts';

export const CONTROL_BUTTONS: ControlSection[] = [
  ...PAYMENT_SECTIONS,
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
