import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { GivenGift as Given } from './GivenGift.tsx';

const Nothing: typeof Given = () => null;

/** Few orders are gifts. Without this code, the ticket stays, and a reload tries again. */
const GivenGift = lazy(() =>
  import('./GivenGift.tsx').then(
    ({ GivenGift: given }) => ({ default: given }),
    () => ({ default: Nothing }),
  ),
);

export const LazyGivenGift = (props: ComponentProps<typeof Given>) => (
  <Suspense fallback={<Skeleton className="mb-6.5 h-40" />}>
    <GivenGift {...props} />
  </Suspense>
);
