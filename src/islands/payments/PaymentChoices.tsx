import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import type { Order } from '#contract/booking.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { isUnpaid } from '#domain/ticket-phase.ts';
import { historyMessages } from '#messages/history.ts';
import { paymentMessages as text } from '#messages/payments.ts';
import { href } from '#routes.ts';
import { chooseProvider } from '#stores/payments/choose-place.ts';
import { isInAppBrowser } from '#stores/lib/in-app-browser.ts';
import { $payment } from '#stores/payments/payment-state.ts';
import { priceWithOption } from '#stores/payments/price-with-option.ts';
import { problemText } from '#stores/payments/problem.ts';
import { findOption, paymentOptions } from '#stores/payments/providers/providers.ts';
import { pay } from '#stores/payments/pay.ts';
import {
  applyPaymentStatus,
  drawWallet,
  leaveWallet,
  openOrderPage,
} from '#stores/payments/finish-ticket.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { DiscountCodeField } from './DiscountCodeField.tsx';
import { WaitingBox } from './WaitingBox.tsx';
import { MethodCards } from './MethodCards.tsx';
import { BuyerPlaceFields } from './BuyerPlaceFields.tsx';
import { WalletBox } from './WalletBox.tsx';

const LazyPaymentHelp = lazy(() =>
  import('./PaymentHelp.tsx').then(
    ({ PaymentHelp: loaded }) => ({ default: loaded }),
    () => ({ default: () => <></> }),
  ),
);

/** Only after a payment that came too late. Without this code, the ticket's own page has it. */
const SlotPassed = lazy(() =>
  import('../history/SlotPassed.tsx').then(
    ({ SlotPassed: loaded }) => ({ default: loaded }),
    () => ({ default: TicketLink }),
  ),
);

export function PaymentChoices({ order, countries }: { order: Order; countries: string }) {
  const { step, wallet, problem } = useStore($payment);
  if (step === 'late')
    return (
      <Suspense fallback={<Skeleton className="h-44" />}>
        <SlotPassed order={order} onChange={openOrderPage} />
      </Suspense>
    );
  if (step === 'confirming')
    return <WaitingPayment order={order} title={text.confirming} note={text.slowBank} />;
  if (step === 'held') return <HeldPayment order={order} />;
  if (wallet)
    return (
      <>
        <WalletBox
          key={wallet.order_id}
          wallet={wallet}
          isRateShown
          error={problemText(problem)}
          isBusy={step !== 'atProvider'}
          draw={drawWallet}
          onLeave={leaveWallet}
        />
        <ProviderPageButton />
      </>
    );
  const isPaymentNeeded = order.totalRoundedValue > 0;
  return (
    <>
      {isPaymentNeeded ? <TicketMethods order={order} /> : <NothingToPay />}
      <div className="mt-7 grid gap-5.5 sm:grid-cols-2">
        {isPaymentNeeded && <BuyerPlaceFields countries={countries} />}
        <DiscountCodeField />
      </div>
      {isPaymentNeeded && <BankNote />}
      {isPaymentNeeded && <ProviderPageButton />}
      {(order.isPaymentBegun || isInAppBrowser()) && <PaymentHelp order={order} />}
    </>
  );
}

const showChecked = (order: Order) => !isUnpaid(order) && applyPaymentStatus(order);

const PaymentHelp = ({ order }: { order: Order }) => (
  <Suspense>
    <LazyPaymentHelp order={order} onChecked={showChecked} />
  </Suspense>
);

const HeldPayment = ({ order }: { order: Order }) => (
  <WaitingPayment
    order={order}
    title={text.held(displayRupees(order.heldAmount ?? 0))}
    note={text.heldNote}
  />
);

const WaitingPayment = ({ order, title, note }: { order: Order; title: string; note: string }) => (
  <WaitingBox title={title} note={note} className="justify-items-start gap-3">
    <p className="mt-2">
      <span>{`${text.yourNumber}: `}</span>
      <b className="font-tall text-20 tracking-[.04em] text-serial">
        {historyMessages.number(order.orderNo)}
      </b>
    </p>
    <TicketLink order={order} />
    {!order.heldAmount && <PaymentHelp order={order} />}
  </WaitingBox>
);

const TicketLink = ({ order }: { order: Order }) => (
  <a className="action-link" href={href('purchasedOrder', { order_id: order.movieOrderId })}>
    {text.toTheTicket}
  </a>
);

function TicketMethods({ order }: { order: Order }) {
  const { methods, place, provider, step } = useStore($payment);
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr-only">{text.title}</legend>
      <MethodCards
        name="method"
        options={paymentOptions(methods)}
        describe={(option) => ({
          note: option.ticketNote,
          amount: option.displayAmount(
            priceWithOption(order, { place, methods, option }).totalRoundedValue,
          ),
        })}
        chosen={provider}
        isLocked={step !== 'ready'}
        onChoose={chooseProvider}
      />
    </fieldset>
  );
}

const NothingToPay = () => (
  <div className="rounded-control border border-control-border bg-surface p-5">
    <p className="font-[650]">{text.nothingToPay}</p>
    <p className="small text-soft">{text.nothingToPayNote}</p>
  </div>
);

/** Where the provider's window does not open, or nobody sees it. */
function ProviderPageButton() {
  const { methods, provider, step } = useStore($payment);
  const option = findOption(methods, provider);
  return (
    option && (
      <Button kind="text" busy={step === 'opening'} onClick={() => void pay(true)}>
        {option.pageLabel}
      </Button>
    )
  );
}

const BankNote = () => (
  <p className="small text-soft mt-7 flex max-w-[60ch] gap-2.5">
    <LockIcon />
    <span>{`${text.bankOpens} ${text.slowBank}`}</span>
  </p>
);

const LockIcon = () => (
  <svg className="icon flex-none" viewBox="0 0 20 20" aria-hidden="true">
    <rect x="4.5" y="9" width="11" height="7.5" rx="1.5" />
    <path d="M7 9V6.5a3 3 0 0 1 6 0V9" />
  </svg>
);
