// Sends the payer's choice to the opener, which closes this popup. Without an opener, this page leads
// back to the merchant.
const {
  order: orderId,
  return: returnUrl,
  cancel: cancelUrl,
} = document.querySelector('main').dataset;
const buttons = document.querySelectorAll('.buttons button');
const reply = document.querySelector('#reply');
const notifyOpener = (outcome) =>
  window.opener?.postMessage({ from: 'paypal-sandbox', orderId, outcome }, '*');

async function approve() {
  buttons.forEach((button) => (button.disabled = true));
  reply.textContent = 'Paying …';
  const response = await fetch('/sandbox/paypal/approve', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: orderId }),
  }).catch(() => undefined);
  if (!response?.ok) {
    buttons.forEach((button) => (button.disabled = false));
    reply.textContent = 'This payment cannot be approved.';
    return;
  }
  if (!window.opener && returnUrl) return void location.assign(returnUrl);
  const hasOpener = window.opener && !window.opener.closed;
  reply.textContent = hasOpener
    ? 'Approved. Returning to the cinema …'
    : 'Approved. The cinema’s page was closed. You can close this page.';
  notifyOpener('approved');
}

document.querySelector('#approve')?.addEventListener('click', approve);
document.querySelector('#cancel')?.addEventListener('click', () => {
  if (!window.opener && cancelUrl) return void location.assign(cancelUrl);
  notifyOpener('cancelled');
  window.close();
});
document.querySelector('#approve')?.focus();
