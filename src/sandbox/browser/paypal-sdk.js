// Stands in for https://www.paypal.com/sdk/js and goes to browsers as it is: Buttons() with the same options, isEligible(),
// render() and close(), over the sandbox's popup, which stays open until onApprove is over. Styles go through CSSOM.
(() => {
  const here = document.currentScript?.src ?? new URL('/sandbox/paypal/sdk/js', location.href).href;
  const popupAt = (orderId, isAgain) =>
    new URL(`../checkoutnow?token=${encodeURIComponent(orderId)}${isAgain ? '&again=1' : ''}`, here).href;
  const LABEL = 'Pay with PayPal';
  const LOOKED_AT_EVERY_MS = 300;
  // No name: a popup that is still closing would take the next one's place.
  const openPopup = () => window.open('', '_blank', 'popup,width=420,height=620');

  /** Resolves with what the payer chose; a popup that is closed chose nothing. */
  const askPayer = (popup, orderId) =>
    new Promise((resolve) => {
      const settle = (outcome) => {
        window.removeEventListener('message', hear);
        clearInterval(watch);
        resolve(outcome);
      };
      const hear = ({ source, data }) => {
        if (source === popup && data?.from === 'paypal-sandbox' && data.orderId === orderId) settle(data.outcome);
      };
      const watch = setInterval(() => popup.closed && settle('cancelled'), LOOKED_AT_EVERY_MS);
      window.addEventListener('message', hear);
    });

  function Buttons(options = {}) {
    let button;
    let popup;

    async function pay() {
      // Opened in the press itself: later a browser would call it unasked for.
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

    async function approveAt(orderID, isAgain = false) {
      popup.location.href = popupAt(orderID, isAgain);
      if ((await askPayer(popup, orderID)) !== 'approved') return options.onCancel?.({ orderID });
      const restart = () => approveAt(orderID, true);
      return options.onApprove?.({ orderID, payerID: 'PAYERSBX1', paymentSource: 'paypal' }, { restart });
    }

    return {
      isEligible: () => (options.fundingSource ?? 'paypal') === 'paypal',
      async render(target) {
        const place = typeof target === 'string' ? document.querySelector(target) : target;
        if (!place) throw new Error('There is no place for the buttons');
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
        place.append(button);
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
