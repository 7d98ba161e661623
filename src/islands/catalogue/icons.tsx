const paths = {
  search: (
    <>
      <circle cx="9" cy="9" r="5.5" />
      <path d="M13.5 13.5L17 17" />
    </>
  ),
  down: <path d="M5 8l5 5 5-5" />,
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
};

export const Icon = ({ name }: { name: keyof typeof paths }) => (
  <svg className="ico" viewBox="0 0 20 20" aria-hidden="true">
    {paths[name]}
  </svg>
);
