import type { ReactNode } from 'react';

interface BoxProps {
  title: string;
  sentence?: string | undefined;
  children?: ReactNode;
}

export const EmptyBox = ({ title, sentence, children }: BoxProps) => (
  <div className="empty" role="status">
    <p className="d3">{title}</p>
    {sentence && <p className="soft">{sentence}</p>}
    {children}
  </div>
);

export const ErrorBox = ({ title, sentence, children }: BoxProps) => (
  <div className="failed" role="alert">
    <p className="d3">{title}</p>
    {sentence && <p className="soft">{sentence}</p>}
    {children}
  </div>
);
