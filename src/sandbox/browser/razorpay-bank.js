// The bank's app: pays the order, and says so. The page that waits learns it from Razorpay.
const { order } = document.querySelector('main').dataset;
const buttons = document.querySelectorAll('.buttons button');
const reply = document.querySelector('#reply');
const REPLIES = {
  captured: 'Paid. Go back to the cinema.',
  authorized: 'Paid. Go back to the cinema.',
  failed: 'Declined. Go back to the cinema.',
  created: 'The money has left your account. Go back to the cinema.',
};

async function pay(answer) {
  buttons.forEach((button) => (button.disabled = true));
  try {
    const response = await fetch('/sandbox/razorpay/bank', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order_id: order, answer }),
    });
    const body = await response.json();
    reply.textContent = response.ok ? REPLIES[body.status] : body.error.description;
  } catch {
    reply.textContent = 'The payment could not be sent. Please try again.';
  }
  buttons.forEach((button) => (button.disabled = false));
}

for (const button of buttons) button.addEventListener('click', () => pay(button.dataset.answer));
