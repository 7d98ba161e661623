import { useStore } from '@nanostores/react';
import { downloadMessages as text } from '#messages/downloads.ts';
import { $downloads } from '#stores/downloads/downloads.ts';

/** For lists of tickets. */
export function DownloadMark({ orderId }: { orderId: number }) {
  const download = useStore($downloads)?.find((each) => each.orderId === orderId);
  if (!download) return null;
  const { state, storedBytes, bytes } = download;
  return (
    <span className="small text-soft block">
      <span>{text.inHistory[state]}</span>
      {state !== 'ready' && <span>{` · ${Math.floor((100 * storedBytes) / bytes)} %`}</span>}
    </span>
  );
}
