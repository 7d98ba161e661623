/* Runs in the head of every page, before anything is painted; layouts/Guard.astro hands it the page's access (spec §2) by data attributes. */
(() => {
  const { access, home, details, streams, days } = document.currentScript.dataset;
  const page = document.documentElement;

  /* Chosen: storage that may not be read counts as signed out. */
  const readToken = () => {
    try {
      return localStorage.getItem('userToken');
    } catch {
      return null;
    }
  };
  /* For what is shown only; the server decides for itself. */
  const claimsOf = (token) => {
    try {
      const { sub, roles } = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
      return { sub, producer: roles.includes('Producer') };
    } catch {
      return {};
    }
  };
  const leave = (address) => {
    page.hidden = true;
    location.replace(address);
  };
  /* Whom the page was first drawn for: who comes back to it as another, or as nobody, gets a new one. A renewed token names the same person. */
  let owner;
  const decide = () => {
    const token = readToken();
    const { sub, producer = false } = claimsOf(token);
    owner ??= sub;
    page.dataset.session = token ? 'member' : 'guest';
    page.toggleAttribute('data-producer', producer);
    if (token && details) leave(details);
    else if (token ? access === 'guest' : access === 'member') leave(home);
    else if (access === 'producer' && !producer) leave(home);
    else if ((page.hidden = owner !== sub)) location.reload();
  };

  /* "Lights": the foyer fades into the film's page, and its poster keeps its place. Chromium gives a cross-page transition up at the first style sheet that does not allow it, so this stands before every other. */
  if ('adoptedStyleSheets' in document) {
    const lights = new CSSStyleSheet();
    lights.replaceSync(
      '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}' +
        '::view-transition-old(root),::view-transition-new(root){animation-duration:.36s}}' +
        '.hero .pst{view-transition-name:var(--place)}',
    );
    document.adoptedStyleSheets = [lights];
  }

  /* That the browser gives a transition up, as when a phone's address bar moves meanwhile, is no fault of the page. */
  for (const turn of ['pageswap', 'pagereveal'])
    addEventListener(turn, ({ viewTransition }) => viewTransition?.ready.catch(() => {}));

  /* A film can be booked from the day on which its first full hour is within the bookable days (domain/booking-opens.ts). The page may be older than that day, so the browser decides what of it is shown. */
  const decideBooking = () => {
    const opens = new Date(Date.parse(streams) + 3599999);
    opens.setHours(0, 0, 0, 0);
    opens.setDate(opens.getDate() + 1 - days);
    page.dataset.booking = Date.now() < opens ? 'ahead' : 'open';
  };
  if (streams) decideBooking();

  decide();
  /* Back to a page that was kept alive; a sign-in or sign-out in another tab; the end of the session in this one (api/tokens.ts). */
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && streams) decideBooking();
    if (persisted) decide();
  });
  /* Kept alive, what is for some only comes back unseen, until that is decided. */
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    if (access === 'either') delete page.dataset.session;
    else page.hidden = true;
  });
  addEventListener('storage', ({ key }) => (key === null || key === 'userToken') && decide());
  addEventListener('session:ended', () => leave(home));
})();
