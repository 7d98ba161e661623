/* Runs in the head of every page: where the clock is not India's, the dates of the HTML become the viewer's as they are parsed, before they are painted. islands/catalogue/LocalDate.tsx writes the same. */
(() => {
  if (new Date().getTimezoneOffset() === -330) return;
  const rewrite = () => {
    for (const time of document.querySelectorAll('time[data-as]')) {
      const date = new Date(time.dateTime);
      const [, month, day, year] = date.toDateString().split(' ');
      const words = `${day} ${month} ${year}`;
      const forms = { date: words.toUpperCase(), words, day, month };
      const text = forms[time.dataset.as] ?? date.toLocaleString('en', { month: 'long', year: 'numeric' });
      if (time.textContent !== text) time.textContent = text;
    }
  };
  const parsed = new MutationObserver(rewrite);
  parsed.observe(document, { childList: true, characterData: true, subtree: true });
  addEventListener('DOMContentLoaded', () => (parsed.disconnect(), rewrite()));
})();
