const main = document.querySelector('[data-response]');

if (main) {
  const { provider, response } = main.dataset;
  opener?.postMessage({ sandbox: provider, response: JSON.parse(response) }, location.origin);
  close();
}
