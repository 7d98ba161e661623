import { PAYPAL_STYLE_NONCE } from './paypal-styles.ts';

export interface ContentPolicySources {
  script: string[];
  style?: string[];
  frame: string[];
  connect: string[];
  img: string[];
  /** Pages to which a form leads. */
  form?: string[];
}

interface PaymentProviderSetup {
  title: string;
  /** The settings that the provider needs. The first one enables it. */
  settings: [string, ...string[]];
  sources: ContentPolicySources;
}

const razorpay: PaymentProviderSetup = {
  title: 'Razorpay',
  settings: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
  sources: {
    script: ['https://checkout.razorpay.com'],
    frame: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
    connect: ['https://*.razorpay.com'],
    img: ['https://*.razorpay.com'],
    form: ['https://api.razorpay.com'],
  },
};

const paypal: PaymentProviderSetup = {
  title: 'PayPal',
  settings: [
    'PAYPAL_CLIENT_ID',
    'PAYPAL_CLIENT_SECRET',
    'PAYPAL_WEBHOOK_ID',
    'PAYPAL_RUPEES_PER_DOLLAR',
  ],
  // The sandbox origins are listed too: PayPal's test system has a script and frames of its own.
  sources: {
    script: [
      'https://www.paypal.com',
      'https://www.sandbox.paypal.com',
      'https://www.paypalobjects.com',
    ],
    style: [`'nonce-${PAYPAL_STYLE_NONCE}'`],
    frame: ['https://www.paypal.com', 'https://www.sandbox.paypal.com'],
    connect: [
      'https://www.paypal.com',
      'https://www.sandbox.paypal.com',
      'https://www.paypalobjects.com',
    ],
    img: ['https://*.paypal.com', 'https://*.paypalobjects.com'],
  },
};

/**
 * What builds, hosts and the server must know of each payment provider. Browsers do not load this
 * file.
 */
export const PAYMENT_PROVIDER_SETUPS = { razorpay, paypal };
