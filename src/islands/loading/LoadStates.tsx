import { useEffect, useRef } from 'react';
import { commonMessages } from '#messages/common.ts';
import type { ListState } from '#stores/lib/list.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { Elements } from '#ui/elements.ts';

// One file, because a module that several pages share is one more request.

export const Loading = ({ className }: { className: string }) => (
  <Skeleton className={className} label={commonMessages.loading} />
);

interface BoxProps {
  title: string;
  sentence?: string | undefined;
  children?: Elements;
}

export const EmptyBox = ({ title, sentence, children }: BoxProps) => (
  <div className="empty-box" role="status">
    <p className="heading-3">{title}</p>
    {sentence && <p className="text-soft">{sentence}</p>}
    {children}
  </div>
);

export const ErrorBox = ({ title, sentence, children }: Partial<BoxProps>) => (
  <div className="error-box" role="alert">
    {title && <p className="heading-3">{title}</p>}
    {sentence && <p className={title && 'text-soft'}>{sentence}</p>}
    {children}
  </div>
);

interface LoadErrorProps {
  title?: string;
  sentence?: string;
  /** Label of the button. */
  retry?: string;
  onRetry: () => unknown;
}

export const LoadError = ({
  title,
  sentence = title ? undefined : commonMessages.tryAgain,
  retry = commonMessages.retry,
  onRetry,
}: LoadErrorProps) => (
  <ErrorBox title={title} sentence={sentence}>
    <Button kind="secondary" onClick={() => void onRetry()}>
      {retry}
    </Button>
  </ErrorBox>
);

interface LoadMoreProps {
  shownCount: number;
  total: number;
  isBusy: boolean;
  onClick: () => unknown;
}

export const LoadMore = ({ shownCount, total, isBusy, onClick }: LoadMoreProps) => (
  <div className="load-more">
    <Button kind="secondary" busy={isBusy} onClick={() => void onClick()}>
      {commonMessages.loadMore}
    </Button>
    <span className="small text-soft tabular">{commonMessages.shownOf(shownCount, total)}</span>
  </div>
);

interface ListFooterProps {
  state: ListState<unknown>;
  list: { loadMore: () => unknown; retry: () => unknown };
  empty: Elements;
  error: { title?: string; sentence?: string };
}

export function ListFooter({
  state: { status, items, total, hasMore },
  list,
  empty,
  error,
}: ListFooterProps) {
  if (status === 'noData') return empty;
  if (status === 'error') return <LoadError {...error} onRetry={list.retry} />;
  if (!hasMore || items.length === 0) return null;
  return (
    <LoadMore
      shownCount={items.length}
      total={total}
      isBusy={status === 'process'}
      onClick={list.loadMore}
    />
  );
}

/** Focuses the first new item after Load More. `selector` must match one element per item. */
export function useFocusFirstNew<Host extends HTMLElement>(newFrom: number, selector: string) {
  const host = useRef<Host>(null);
  useEffect(() => {
    if (newFrom > 0) host.current?.querySelectorAll<HTMLElement>(selector)[newFrom]?.focus();
  }, [newFrom, selector]);
  return host;
}
