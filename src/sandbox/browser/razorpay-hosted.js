// Razorpay's own page: the same checkout, which posts the proof or the error from here to the merchant's callback_url.
const { key, order, amount, callback, cancel } = document.querySelector('main').dataset;
const name = document.querySelector('h1').textContent;
const description = document.querySelector('main p').textContent;

function post(fields) {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: callback });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  form.submit();
}

let isFailed = false;
const checkout = new window.Razorpay({
  key,
  order_id: order,
  amount: Number(amount),
  currency: 'INR',
  name,
  description,
  handler: post,
  modal: {
    confirm_close: true,
    ondismiss: () => isFailed || (cancel ? location.assign(cancel) : history.back()),
  },
  retry: { enabled: false },
});
checkout.on('payment.failed', ({ error }) => {
  isFailed = true;
  post({
    'error[code]': error.code,
    'error[description]': error.description,
    'error[source]': error.source,
    'error[step]': error.step,
    'error[reason]': error.reason,
    'error[metadata]': JSON.stringify({ order_id: order, ...error.metadata }),
  });
});
checkout.open();
