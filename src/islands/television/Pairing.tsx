import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { displaySeconds } from '#domain/format/durations.ts';
import { commonMessages } from '#messages/common.ts';
import { televisionScreenMessages as text } from '#messages/television-screen.ts';
import { reloadPage } from '#stores/lib/navigate.ts';
import { $pairing, startPairing } from '#stores/television/pairing.ts';
import { Button } from '#ui/Button.tsx';
import { QrCode } from './QrCode.tsx';
import { TelevisionError } from './TelevisionError.tsx';

export function Pairing() {
  const pairing = useStore($pairing);
  if (pairing.status === 'process') return <p role="status">{text.gettingCode}</p>;
  if (pairing.status === 'storageBlocked')
    return (
      <TelevisionError
        title={text.storageBlockedTitle}
        sentence={text.storageBlocked}
        onRetry={reloadPage}
      />
    );
  if (pairing.status === 'error')
    return (
      <TelevisionError
        title={text.pairingFailed}
        sentence={pairing.error}
        onRetry={() => startPairing()}
      />
    );
  const { code, expiresAt, notice } = pairing;
  return (
    <div className="tv-columns">
      <div>
        <p className="tv-brand">{commonMessages.brand}</p>
        <h1 className="heading-2 tv-title">{text.pairingTitle}</h1>
        {notice && <p role="status">{notice}</p>}
        <p>
          <span>{text.scanCode}</span> <b>{code.verification_uri.replace(/^https?:\/\//, '')}</b>
        </p>
        <p>{text.enterCode}</p>
        <p className="tv-code">{code.user_code}</p>
        <TimeLeft until={expiresAt} />
        <Button kind="secondary" autoFocus onClick={() => void startPairing()}>
          {text.newCode}
        </Button>
      </div>
      <QrCode address={code.verification_uri_complete} label={text.pairingQrLabel} />
    </div>
  );
}

function TimeLeft({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="tv-soft">
      {text.codeValidFor(displaySeconds(Math.max(0, (until - now) / 1000)))}
    </p>
  );
}
