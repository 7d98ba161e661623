export const FacebookLogo = () => (
  <svg width="20" height="20" viewBox="0 0 20 20" className="stroke-none" aria-hidden="true">
    <circle cx="10" cy="10" r="9" fill="#1877F2" />
    <path
      fill="#fff"
      d="M11 18.9v-6.6h2.2l.4-2.6H11V8.1c0-.7.4-1.4 1.5-1.4h1.2V4.5s-1-.2-2-.2c-2.1 0-3.4 1.3-3.4 3.5v1.9H6v2.6h2.3v6.5z"
    />
  </svg>
);
