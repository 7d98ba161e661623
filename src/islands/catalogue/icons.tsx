import { createIcons } from '#ui/icons.tsx';

export const Icon = createIcons({
  search: (
    <>
      <circle cx="9" cy="9" r="5.5" />
      <path d="M13.5 13.5L17 17" />
    </>
  ),
  left: <path d="M12 5l-5 5 5 5" />,
  right: <path d="M8 5l5 5-5 5" />,
  play: <path d="M6.5 4.5v11l9-5.5z" />,
  person: (
    <>
      <circle cx="10" cy="7" r="3.2" />
      <path d="M4 17c.6-3.6 3-5 6-5s5.4 1.4 6 5" />
    </>
  ),
  refresh: <path d="M15.8 8A6.3 6.3 0 1 0 16 12M16 4v4h-4" />,
  calendar: (
    <>
      <rect x="3.5" y="5" width="13" height="11.5" rx="1.5" />
      <path d="M3.5 8.5h13M7 3v3.5M13 3v3.5" />
    </>
  ),
  move: <path d="M4 7.5h11.5L13 5M16 12.5H4.5L7 15" />,
  document: <path d="M5.5 3H12l3 3v11H5.5zM8 9.5h4.5M8 12.5h4.5" />,
  print: <path d="M6 8V3.5h8V8M6 14.5H3.5V8h13v6.5H14M6 12h8v5H6z" />,
  save: <path d="M10 3.5v9M6.5 9.5l3.5 3.5 3.5-3.5M4 16.5h12" />,
});
