/*
 * Runs in pages that need a session, before guard.js, because no script runs after it if it leaves the page. If the guard will send a
 * visitor home, the home page says why (stores/notices/notices.ts), and the next sign-in opens this page (stores/lib/return-path.ts).
 */
(() => {
  /* `viewer` only in pages of producers. */
  const { visitor, viewer } = document.currentScript.dataset;
  const store = (key, value) => {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      /* Without storage, the home page opens without a reason. */
    }
  };
  const keepTarget = () => {
    store('guardNotice', visitor);
    store('guardedPath', location.pathname + location.search + location.hash);
  };
  const readToken = () => {
    try {
      return localStorage.getItem('userToken');
    } catch {
      return null;
    }
  };
  const isProducer = (token) => {
    try {
      return JSON.parse(
        atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')),
      ).roles.includes('Producer');
    } catch {
      return false;
    }
  };
  const token = readToken();
  if (!token) keepTarget();
  else if (viewer && !isProducer(token)) store('guardNotice', viewer);
  addEventListener('session:expired', keepTarget);
})();
