export const CloseIcon = () => (
  <svg className="ico" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M5 5l10 10M15 5L5 15" />
  </svg>
);
