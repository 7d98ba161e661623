import type { Order } from '#contract/booking.ts';
import { displayRupees } from '#domain/pricing.ts';
import { paymentMessages as text } from '#messages/payments.ts';

/** How one pays. A ticket that costs nothing asks for no method. */
export function Method({ order: { totalRoundedValue } }: { order: Order }) {
  if (totalRoundedValue === 0) {
    return (
      <div className="rounded-control border border-edge bg-sheet p-5">
        <p className="font-[650]">{text.nothingToPay}</p>
        <p className="sm soft">{text.nothingToPayNote}</p>
      </div>
    );
  }
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr">{text.title}</legend>
      <label className="grid min-h-19 cursor-pointer grid-cols-[22px_1fr_auto] items-center gap-3.5 rounded-control border-2 border-act bg-sheet p-[15px] lg:gap-4.5 lg:p-[19px]">
        <input type="radio" name="method" value="razorpay" defaultChecked />
        <span>
          <b className="block font-[650]">{text.cardOrUpi}</b>
          <small className="soft block text-[14px] leading-[1.4]">{text.cardOrUpiNote}</small>
        </span>
        <span className="font-tall text-[24px] leading-none font-bold">{displayRupees(totalRoundedValue)}</span>
      </label>
    </fieldset>
  );
}
