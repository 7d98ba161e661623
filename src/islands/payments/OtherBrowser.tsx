import { useStore } from '@nanostores/react';
import type { Order } from '#contract/booking.ts';
import { otherBrowserMessages as text } from '#messages/other-browser.ts';
import { returnedPath } from '#routes.ts';
import { $otherBrowserLink, leaveApp } from '#stores/session/other-browser.ts';
import { Button } from '#ui/Button.tsx';
import { CopyableLink } from '#ui/CopyableLink.tsx';

/** In a browser inside an app: opens the same order in the viewer's own browser. */
export function OtherBrowser({ order }: { order: Order }) {
  const { status } = useStore(leaveApp.$state);
  const link = useStore($otherBrowserLink);
  return (
    <section className="mt-7 grid max-w-[60ch] justify-items-start gap-2.5" aria-label={text.open}>
      <p className="small text-soft">{link ? text.linkNote : text.openNote}</p>
      {link ? (
        <CopyableLink link={link} messages={text} />
      ) : (
        <Button
          kind="secondary"
          busy={status === 'process'}
          onClick={() => void leaveApp.run(returnedPath(order.movieOrderId, null))}
        >
          {text.open}
        </Button>
      )}
    </section>
  );
}
