// The popup of the PayPal sandbox: tells the page that opened it what the payer chose.
const orderId = document.querySelector('main').dataset.order;
const say = (outcome) => {
  window.opener?.postMessage({ from: 'paypal-sandbox', orderId, outcome }, '*');
  window.close();
};

document.querySelector('#approve')?.addEventListener('click', async () => {
  const response = await fetch('/sandbox/paypal/approve', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: orderId }),
  });
  if (response.ok) return say('approved');
  document.querySelector('#reply').textContent = 'This payment cannot be approved.';
});
document.querySelector('#cancel')?.addEventListener('click', () => say('cancelled'));
