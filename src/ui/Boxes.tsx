import type { ReactNode } from 'react';

interface BoxProps {
  title: string;
  sentence?: string | undefined;
  /** One button or link. */
  children?: ReactNode;
}

/** There is nothing to show, and that is in order. */
export const EmptyBox = ({ title, sentence, children }: BoxProps) => (
  <div className="empty" role="status">
    <p className="d3">{title}</p>
    {sentence && <p className="soft">{sentence}</p>}
    {children}
  </div>
);

/** Something went wrong where something should be. */
export const ErrorBox = ({ title, sentence, children }: BoxProps) => (
  <div className="failed" role="alert">
    <p className="d3">{title}</p>
    {sentence && <p className="soft">{sentence}</p>}
    {children}
  </div>
);
