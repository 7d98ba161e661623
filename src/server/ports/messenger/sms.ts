import type { SmsSettings } from '../../config/messenger.ts';
import type { ProviderOptions } from '../provider-call.ts';
import type { Messenger } from './messenger.ts';
import { createMsg91 } from './msg91.ts';
import { createTwilio } from './twilio.ts';

/** Creates the provider that SMS_PROVIDER names. */
export const createSms = (settings: SmsSettings, runtime: ProviderOptions): Messenger =>
  settings.provider === 'twilio' ? createTwilio({ ...settings, ...runtime }) : createMsg91({ ...settings, ...runtime });
