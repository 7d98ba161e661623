import { useMemo } from 'react';
import { qrCode } from '#domain/qr.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { CopyButton } from '#ui/CopyButton.tsx';

const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

export const FactorSecret = ({ secret, otpauthUrl }: { secret: string; otpauthUrl: string }) => (
  <div className="office-secret">
    <QrCode otpauthUrl={otpauthUrl} />
    <div className="office-section">
      <p className="label">{text.secret}</p>
      <p>
        <code>{inGroups(secret)}</code>
      </p>
      <CopyButton content={secret} label={text.copySecret} messages={text} />
    </div>
  </div>
);

function QrCode({ otpauthUrl }: { otpauthUrl: string }) {
  const { size, path } = useMemo(() => qrCode(otpauthUrl), [otpauthUrl]);
  return (
    <svg
      className="office-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={text.qrLabel}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}H0z`} />
      <path d={path} />
    </svg>
  );
}
