import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { LANGUAGE } from '#domain/format/locale.ts';
import type { Elements } from '#ui/elements.ts';

interface PageFrameProps {
  title: string;
  children: Elements;
}

/**
 * A document with the width of a phone, so that the styles of public pages apply as on a phone.
 * Nothing in it can be used.
 */
export function PageFrame({ title, children }: PageFrameProps) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  return (
    <iframe
      className="office-frame"
      title={title}
      srcDoc={EMPTY_DOCUMENT}
      // Without scripts, styles show the whole synopsis.
      sandbox="allow-same-origin"
      tabIndex={-1}
      onLoad={({ currentTarget }) => {
        if (currentTarget.contentDocument) copyStyles(currentTarget.contentDocument);
        setFrame(currentTarget);
      }}
    >
      {frame?.contentDocument &&
        createPortal(
          <FrameContent frame={frame}>{children}</FrameContent>,
          frame.contentDocument.body,
        )}
    </iframe>
  );
}

const EMPTY_DOCUMENT = `<!doctype html><html lang="${LANGUAGE}"><head></head><body></body></html>`;

function copyStyles(target: Document) {
  for (const style of document.querySelectorAll('style, link[rel=stylesheet]'))
    target.head.append(target.importNode(style, true));
}

/** Makes the frame as high as its content. */
function FrameContent({ frame, children }: { frame: HTMLIFrameElement; children: Elements }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver((entries) => {
      for (const { contentRect } of entries)
        frame.style.height = `${Math.ceil(contentRect.height)}px`;
    });
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, [frame]);
  return <div ref={content}>{children}</div>;
}
