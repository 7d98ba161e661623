// The popup of the PayPal sandbox: tells the page that opened it what the payer chose. After a yes that page closes it, or leads
// back here for another try; whoever finds that page gone is told so.
const orderId = document.querySelector('main').dataset.order;
const buttons = document.querySelectorAll('.buttons button');
const reply = document.querySelector('#reply');
const say = (outcome) => window.opener?.postMessage({ from: 'paypal-sandbox', orderId, outcome }, '*');

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
  const isAwaited = window.opener && !window.opener.closed;
  reply.textContent = isAwaited
    ? 'Approved. Back to the cinema …'
    : 'Approved. The page that asked is gone; close this one.';
  say('approved');
}

document.querySelector('#approve')?.addEventListener('click', approve);
document.querySelector('#cancel')?.addEventListener('click', () => {
  say('cancelled');
  window.close();
});
document.querySelector('#approve')?.focus();
