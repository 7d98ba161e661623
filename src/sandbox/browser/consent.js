// The popup's last page hands its answer to the page that opened it.
const given = document.querySelector('[data-answer]');

if (given) {
  const { provider, answer } = given.dataset;
  opener?.postMessage({ sandbox: provider, answer: JSON.parse(answer) }, location.origin);
  close();
}
