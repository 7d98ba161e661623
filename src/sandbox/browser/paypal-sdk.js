// Replaces https://www.paypal.com/sdk/js: Buttons() with the same options and methods. Served as is, without a build.
// The sandbox's popup stays open until onApprove ends. Styles use CSSOM.
(() => {
  const here = document.currentScript?.src ?? new URL('/sandbox/paypal/sdk/js', location.href).href;
  const popupAt = (orderId, isRetry) =>
    new URL(`../checkoutnow?token=${encodeURIComponent(orderId)}${isRetry ? '&again=1' : ''}`, here).href;
  const LABEL = 'Pay with PayPal';
  const POLL_MS = 300;
  // Unnamed: a named popup that is still closing would be reused.
  const openPopup = () => window.open('', '_blank', 'popup,width=420,height=620');

  /** Resolves with the payer's choice; a closed popup means `cancelled`. */
  const askPayer = (popup, orderId) =>
    new Promise((resolve) => {
      const finish = (outcome) => {
        window.removeEventListener('message', onMessage);
        clearInterval(timer);
        resolve(outcome);
      };
      const onMessage = ({ source, data }) => {
        if (source === popup && data?.from === 'paypal-sandbox' && data.orderId === orderId) finish(data.outcome);
      };
      const timer = setInterval(() => popup.closed && finish('cancelled'), POLL_MS);
      window.addEventListener('message', onMessage);
    });

  function Buttons(options = {}) {
    let button;
    let popup;

    async function pay() {
      // Opened in the click handler: later, the browser would block it.
      popup = openPopup();
      button.disabled = true;
      try {
        if (!popup) throw new Error('Can not open popup window - blocked');
        const orderId = await options.createOrder({ paymentSource: 'paypal' }, {});
        await approveAt(orderId);
      } catch (error) {
        options.onError?.(error);
      }
      popup?.close();
      if (button) button.disabled = false;
    }

    async function approveAt(orderID, isRetry = false) {
      popup.location.href = popupAt(orderID, isRetry);
      if ((await askPayer(popup, orderID)) !== 'approved') return options.onCancel?.({ orderID });
      const restart = () => approveAt(orderID, true);
      return options.onApprove?.({ orderID, payerID: 'PAYERSBX1', paymentSource: 'paypal' }, { restart });
    }

    return {
      isEligible: () => (options.fundingSource ?? 'paypal') === 'paypal',
      async render(target) {
        const container = typeof target === 'string' ? document.querySelector(target) : target;
        if (!container) throw new Error('The container of the buttons does not exist');
        button = Object.assign(document.createElement('button'), { type: 'button', textContent: LABEL });
        Object.assign(button.style, {
          background: '#ffc439',
          border: '0',
          borderRadius: '4px',
          color: '#111',
          font: '600 16px/1.4 system-ui, sans-serif',
          minHeight: '48px',
          width: '100%',
        });
        button.addEventListener('click', () => {
          options.onClick?.({ fundingSource: 'paypal' }, {});
          void pay();
        });
        container.append(button);
        options.onInit?.({}, { enable: () => (button.disabled = false), disable: () => (button.disabled = true) });
      },
      async close() {
        popup?.close();
        button?.remove();
        button = undefined;
      },
    };
  }

  window.paypal = { Buttons, FUNDING: { PAYPAL: 'paypal', CARD: 'card' } };
})();
