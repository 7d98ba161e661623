import { useEffect, useState } from 'react';
import type { Order } from '#contract/booking.ts';
import type { QrCode } from '#domain/qr.ts';
import { historyMessages as text } from '#messages/history.ts';
import { href } from '#routes.ts';

/** QR code of the ticket's page, the same as in the mail. */
export function TicketCode({ order: { movieOrderId, orderNo } }: { order: Order }) {
  const code = useCode(location.origin + href('purchasedOrder', { order_id: movieOrderId }));
  const { size, path } = code ?? { size: 1, path: '' };
  return (
    <svg
      className="qr-code max-[360px]:max-w-40"
      viewBox={`0 0 ${size} ${size}`}
      {...(code ? { role: 'img', 'aria-label': text.qrCodeLabel(orderNo) } : { 'aria-hidden': true })}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}H0z`} />
      <path d={path} />
    </svg>
  );
}

/** Null until the QR encoder is loaded. */
function useCode(address: string): QrCode | null {
  const [code, setCode] = useState<QrCode | null>(null);
  useEffect(() => {
    void import('#domain/qr.ts').then(
      ({ qrCode }) => setCode(qrCode(address)),
      () => undefined, // the order number on the stub suffices
    );
  }, [address]);
  return code;
}
