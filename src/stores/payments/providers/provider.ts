import type { Rupees } from '#domain/pricing.ts';
import type { Checkout, PaymentMethods, PaymentReport, ProviderName } from '#contract/payments.ts';

/** All that the browser must know of one payment provider. */
export type PaymentProvider = ProviderFacts & (PopupOpening | { button: ProviderButton });

interface ProviderFacts {
  /** In orders, fees and reports. */
  paymentMode: string;
  /** Only buyers abroad can pay a ticket with it. A fee can be paid from everywhere. */
  isAbroadOnly: boolean;
  /** Null if the server has not configured the provider. */
  display: (methods: PaymentMethods) => ProviderDisplay | null;
  /** Throws if the script does not load. */
  loadScript: (checkout: Checkout) => Promise<unknown>;
}

export interface ProviderDisplay {
  label: string;
  /** For the link to the provider's own page. */
  pageLabel: string;
  ticketNote: string;
  feeNote: string;
  /** `₹88`, `$1.00` */
  displayAmount: (rupees: Rupees) => string;
  /** Explains the conversion from rupees; empty without one. */
  rateNote: string;
  /** `$1.00` if the fee is the same for any entered amount, else empty. */
  fixedFee: string;
}

interface PopupOpening {
  /** Call it after `loadScript`. Throws if it cannot open. */
  openPopup: (checkout: Checkout, callbacks: PaymentCallbacks) => void;
  button?: undefined;
}

/** For a provider whose popup opens only from the provider's own button. */
export interface ProviderButton {
  describe: (checkout: Checkout) => { title: string; note: string; rateNote: string };
  /** Returns a function that removes the button. Throws if it cannot be drawn. */
  draw: (
    container: HTMLElement,
    checkout: Checkout,
    callbacks: PaymentCallbacks,
  ) => Promise<() => void>;
}

/** What the provider's popup reports. */
export interface PaymentCallbacks {
  approved: (approval: Approval) => Promise<unknown>;
  /** The bank refused. The popup closes by itself and then reports `cancelled`. */
  refused: () => void;
  cancelled: () => void;
  failed: () => void;
  /** The browser blocked the popup. */
  blocked: () => void;
}

export interface Approval {
  /** The fields of the report with which the server verifies the payment. */
  proof: Partial<PaymentReport>;
  /** Absent if the same report can succeed after it was declined. */
  idempotencyKey?: string;
}

export function checkoutOf<Name extends ProviderName>(name: Name, checkout: Checkout) {
  const isExpected = (each: Checkout): each is Extract<Checkout, { provider: Name }> =>
    each.provider === name;
  if (!isExpected(checkout)) throw new Error('The response is for another payment provider');
  return checkout;
}
