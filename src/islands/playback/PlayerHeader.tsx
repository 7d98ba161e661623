import type { ReactNode } from 'react';
import { playbackMessages as text } from '#messages/playback.ts';
import { closePlayer } from '#stores/playback/playback.ts';
import { Button } from '#ui/Button.tsx';
import type { Elements } from '#ui/elements.ts';
import { createIcons } from '#ui/icons.tsx';

const Icon = createIcons({
  shortcuts: (
    <path d="M2.5 5.5h15v9h-15zM5.5 8.5h.1M8.5 8.5h.1M11.5 8.5h.1M14.5 8.5h.1M6.5 11.7h7" />
  ),
  pictureInPicture: <path d="M17.5 9V4.5h-15v11H8M11 11.5h6.5v4H11z" />,
  captions: <path d="M2.5 4.5h15v11h-15zM5 9h3M10.5 9H15M5 12h5.5M13 12h2" />,
  television: <path d="M2.5 4h15v10h-15zM6.5 17h7" />,
  close: <path d="M5 5l10 10M15 5L5 15" />,
});

interface PlayerHeaderProps {
  title: ReactNode;
  /** Under the title. */
  note?: ReactNode;
  children?: Elements;
}

export const PlayerHeader = ({ title, note, children }: PlayerHeaderProps) => (
  <div className="film-head">
    <div>
      <p className="film-name heading-4" dir="auto">
        {title}
      </p>
      {note && <p className="small text-soft">{note}</p>}
    </div>
    {children}
    <HeaderButton icon="shortcuts" label={text.shortcuts} data-show-shortcuts />
    <HeaderButton icon="close" label={text.close} data-close-button onClick={closePlayer} />
  </div>
);

interface HeaderButtonProps {
  icon: 'shortcuts' | 'pictureInPicture' | 'captions' | 'television' | 'close';
  label: string;
  onClick?: () => void;
}

/** On phones the label is only for screen readers. */
export const HeaderButton = ({ icon, label, ...button }: HeaderButtonProps) => (
  <Button kind="secondary" small {...button}>
    <Icon name={icon} />
    <span>{label}</span>
  </Button>
);
