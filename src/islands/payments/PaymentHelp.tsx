import type { Order } from '#contract/booking.ts';
import { isInAppBrowser } from '#stores/lib/in-app-browser.ts';
import { HavePaidButton } from './HavePaidButton.tsx';
import { OtherBrowser } from './OtherBrowser.tsx';

interface PaymentHelpProps {
  order: Order;
  /** Gets the order as the provider knows it now. */
  onChecked: (order: Order) => void;
}

/** For a payer whose payment began and shows no end, or whose app stands in the way. */
export const PaymentHelp = ({ order, onChecked }: PaymentHelpProps) => (
  <>
    {isInAppBrowser() && order.paymentStatus !== 'PROCESSING' && <OtherBrowser order={order} />}
    {(order.isPaymentBegun || order.paymentStatus === 'PROCESSING') && (
      <HavePaidButton order={order} onChecked={onChecked} />
    )}
  </>
);
