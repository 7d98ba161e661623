import { type ComponentProps, lazy, Suspense } from 'react';
import type { DownloadBox as Box } from './DownloadBox.tsx';

const Nothing: typeof Box = () => null;

/** Without this code, a ticket has no downloads. */
const DownloadBox = lazy(() =>
  import('./DownloadBox.tsx').then(
    ({ DownloadBox: box }) => ({ default: box }),
    () => ({ default: Nothing }),
  ),
);

export const LazyDownloadBox = (props: ComponentProps<typeof Box>) => (
  <Suspense>
    <DownloadBox {...props} />
  </Suspense>
);
