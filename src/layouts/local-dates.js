/*
 * Runs in the head of every page: rewrites India's dates in the viewer's zone while the HTML is parsed, before paint. Keep equal
 * to islands/catalogue/LocalDate.tsx.
 */
(() => {
  if (new Date().getTimezoneOffset() === -330) return;
  const rewrite = () => {
    for (const time of document.querySelectorAll('time[data-as]')) {
      const date = new Date(time.dateTime);
      const [, month, day, year] = date.toDateString().split(' ');
      const words = `${day} ${month} ${year}`;
      const forms = { date: words.toUpperCase(), words, day, month };
      const text = forms[time.dataset.as] || date.toLocaleString('en', { month: 'long', year: 'numeric' });
      if (time.textContent !== text) time.textContent = text;
    }
  };
  const observer = new MutationObserver(rewrite);
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  addEventListener('DOMContentLoaded', () => (observer.disconnect(), rewrite()));
})();
