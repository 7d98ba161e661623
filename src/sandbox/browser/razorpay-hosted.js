// Razorpay's own page: pays, and posts the proof or the error from here to the merchant's callback_url.
const { order, callback, description } = document.querySelector('main').dataset;
const buttons = document.querySelectorAll('.buttons button');
const reply = document.querySelector('#reply');

function post(fields) {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: callback });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  form.submit();
}

async function pay(vpa) {
  buttons.forEach((button) => (button.disabled = true));
  reply.textContent = 'Paying …';
  try {
    const response = await fetch('/sandbox/razorpay/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order_id: order, vpa, description }),
    });
    const body = await response.json();
    if (response.ok) return post(body);
    const { code, description: reason, source = '', step = '', reason: cause = '', metadata = {} } = body.error;
    return post({
      'error[code]': code,
      'error[description]': reason,
      'error[source]': source,
      'error[step]': step,
      'error[reason]': cause,
      'error[metadata]': JSON.stringify({ order_id: order, ...metadata }),
    });
  } catch {
    buttons.forEach((button) => (button.disabled = false));
    reply.textContent = 'The payment could not be sent. Please try again.';
  }
}

for (const button of buttons) button.addEventListener('click', () => pay(button.dataset.vpa));
