import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Order } from '#contract/booking.ts';
import { otherBrowserMessages as text } from '#messages/other-browser.ts';
import { returnedPath } from '#routes.ts';
import { $otherBrowserLink, leaveApp } from '#stores/other-browser.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';

/** In a browser inside an app: opens the same order in the viewer's own browser. */
export function OtherBrowser({ order }: { order: Order }) {
  const { status } = useStore(leaveApp.$state);
  const link = useStore($otherBrowserLink);
  return (
    <section className="mt-7 grid max-w-[60ch] justify-items-start gap-2.5" aria-label={text.open}>
      <p className="small text-soft">{link ? text.linkNote : text.openNote}</p>
      {link ? (
        <CopyableLink link={link} />
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

function CopyableLink({ link }: { link: string }) {
  const [outcome, setOutcome] = useState('');
  // The clipboard is missing on insecure origins, and the browser may refuse it.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setOutcome(text.copied);
    } catch {
      setOutcome(text.copyFailed);
    }
  };
  return (
    <div className="grid w-full gap-2.5">
      <Field label={text.link} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      <div className="flex flex-wrap items-center gap-2.5">
        <Button kind="secondary" onClick={() => void copy()}>
          {text.copy}
        </Button>
        <span className="small" role="status">
          {outcome}
        </span>
      </div>
    </div>
  );
}
