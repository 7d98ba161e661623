/*
 * Runs in the header of every page: rewrites India's dates in the viewer's zone while the HTML is parsed, before paint. Keep equal
 * to islands/catalogue/LocalDate.tsx.
 */
(() => {
  if (new Date().getTimezoneOffset() === -330) return;
  // Not Intl: its first use takes 25 ms, four times as long on a slow phone.
  const months =
    'January,February,March,April,May,June,July,August,September,October,November,December'.split(
      ',',
    );
  const rewrite = () => {
    for (const time of document.querySelectorAll('time[data-as]')) {
      const date = new Date(time.dateTime);
      const [, month, day, year] = date.toDateString().split(' ');
      const words = `${day} ${month} ${year}`;
      const release = `${months[date.getMonth()]} ${year}`;
      const text = { date: words.toUpperCase(), words, day, month, release }[time.dataset.as];
      if (time.textContent !== text) time.textContent = text;
    }
  };
  const observer = new MutationObserver(rewrite);
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  addEventListener('DOMContentLoaded', () => (observer.disconnect(), rewrite()));
})();
