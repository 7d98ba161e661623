import { catalogueMessages } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { producerMessages as text } from '#messages/producer.ts';
import type { ListState } from '#stores/lib/list.ts';
import { EmptyBox, ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';

interface ListFooterProps {
  state: ListState<unknown>;
  empty: { title: string; sentence: string };
  onMore: () => void;
  onRetry: () => void;
}

/** Empty state, error or Load More under a list. */
export function ListFooter({ state, empty, onMore, onRetry }: ListFooterProps) {
  const { status, items, total, hasMore } = state;
  if (status === 'noData') return <EmptyBox {...empty} />;
  if (status === 'error')
    return (
      <ErrorBox title={commonMessages.tryAgain} sentence={text.listFailed}>
        <Button kind="line" onClick={onRetry}>
          {text.tryOnceMore}
        </Button>
      </ErrorBox>
    );
  if (!hasMore || items.length === 0) return null;
  return (
    <div className="loadmore">
      <Button kind="line" busy={status === 'process'} onClick={onMore}>
        {commonMessages.loadMore}
      </Button>
      <span className="sm soft num">{catalogueMessages.shownOf(items.length, total)}</span>
    </div>
  );
}
