import { useMemo } from 'react';
import { qrCode } from '#domain/qr.ts';

export function QrCode({ address, label }: { address: string; label: string }) {
  const { size, path } = useMemo(() => qrCode(address), [address]);
  return (
    <svg
      className="tv-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}H0z`} />
      <path d={path} />
    </svg>
  );
}
