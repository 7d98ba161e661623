/*
 * Runs in the header of every page, before the browser paints what depends on it. layouts/Guard.astro passes the page's access
 * (spec §2) by data attributes.
 */
(() => {
  const { access, home, details, streams, days } = document.currentScript.dataset;
  const page = document.documentElement;

  /* Chosen: unreadable storage counts as signed out. */
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  /* For display only; the server checks permissions itself. */
  const readClaims = (token) => {
    if (!token) return {};
    try {
      const { sub, roles } = JSON.parse(
        atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')),
      );
      return { sub, producer: roles.includes('Producer') };
    } catch {
      return {};
    }
  };
  const goTo = (address) => {
    page.hidden = true;
    location.replace(address);
  };
  /* The user of the first check. If the user changes, the page reloads; a renewed token has the same user. */
  let owner;
  const check = () => {
    const token = read('userToken');
    const { sub, producer = false } = readClaims(token);
    if (owner === undefined) owner = sub;
    page.dataset.session = token ? 'member' : 'guest';
    page.toggleAttribute('data-producer', producer);
    /* The label of the link (stores/link-source.ts). */
    if (token && details) goTo(details + location.search);
    else if (token ? access === 'guest' : access === 'member') goTo(home);
    else if (access === 'producer' && !producer) goTo(home);
    else if ((page.hidden = owner !== sub)) location.reload();
  };

  /* A transition that the browser skips is no error, for example when a phone's address bar moves. */
  for (const type of ['pageswap', 'pagereveal'])
    addEventListener(
      type,
      ({ viewTransition }) => viewTransition && viewTransition.ready.catch(() => {}),
    );

  /*
   * Booking opens on the first day when a full hour of the film is within the bookable days (domain/booking-opens.ts). The page
   * may be older than that day, so the browser decides.
   */
  const markBooking = () => {
    const opens = new Date(Date.parse(streams) + 3599999);
    opens.setHours(0, 0, 0, 0);
    opens.setDate(opens.getDate() + 1 - days);
    page.dataset.booking = Date.now() < opens ? 'ahead' : 'open';
  };
  if (streams) markBooking();

  check();
  /* Reserves the space of the viewer's tickets, which load later. */
  if (Date.now() < read('ticketsUntil')) page.dataset.tickets = '';
  /*
   * Checks again after a return from the back/forward cache, a sign-in or sign-out in another tab, or the end of this session
   * (api/browser-storage.ts).
   */
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && streams) markBooking();
    if (persisted) check();
  });
  /* Hides private content of a page that enters the back/forward cache. */
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    if (access === 'either') delete page.dataset.session;
    else page.hidden = true;
  });
  addEventListener('storage', ({ key }) => (key === null || key === 'userToken') && check());
  addEventListener('session:ended', () => goTo(home));
})();
