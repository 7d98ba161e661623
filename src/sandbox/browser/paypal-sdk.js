// Replaces https://www.paypal.com/web-sdk/v6/core: the same API, for one-time payments. Served as is, without a build.
// Styles use CSSOM. Of the presentation modes only the popup exists here; the others fail as in a browser that refuses them.
(() => {
  const here =
    document.currentScript?.src ?? new URL('/sandbox/paypal/web-sdk/v6/core', location.href).href;
  const approvalPage = (orderId) =>
    new URL(`../../checkoutnow?token=${encodeURIComponent(orderId)}`, here).href;
  const POLL_MS = 300;

  const sdkError = (code, message, isRecoverable) =>
    Object.assign(new Error(message), { name: 'PayPalError', code, isRecoverable });

  /** Resolves with the payer's choice; a closed popup means `cancelled`. */
  const askPayer = (popup, orderId) =>
    new Promise((resolve) => {
      const finish = (outcome) => {
        window.removeEventListener('message', onMessage);
        clearInterval(timer);
        resolve(outcome);
      };
      const onMessage = ({ source, data }) => {
        if (source === popup && data?.from === 'paypal-sandbox' && data.orderId === orderId)
          finish(data.outcome);
      };
      const timer = setInterval(() => popup.closed && finish('cancelled'), POLL_MS);
      window.addEventListener('message', onMessage);
    });

  class PaypalButton extends HTMLElement {
    connectedCallback() {
      if (this.firstChild) return;
      const button = Object.assign(document.createElement('button'), {
        type: 'button',
        textContent: 'Pay with PayPal',
      });
      Object.assign(button.style, {
        background: '#ffc439',
        border: '0',
        borderRadius: '4px',
        color: '#111',
        font: '600 16px/1.4 system-ui, sans-serif',
        minHeight: '48px',
        width: '100%',
      });
      this.append(button);
    }
  }
  if (!customElements.get('paypal-button')) customElements.define('paypal-button', PaypalButton);

  function createPayPalOneTimePaymentSession({ onApprove, onCancel, onError, onComplete } = {}) {
    let popup = null;

    async function start({ presentationMode = 'auto' } = {}, orderPromise) {
      if (!['popup', 'auto'].includes(presentationMode))
        throw sdkError(
          'ERR_PRESENTATION_MODE_UNAVAILABLE',
          `${presentationMode} is not available here`,
          true,
        );
      // Opened in the click handler: later, the browser would block it. Unnamed: a popup that is still closing would be reused.
      popup = window.open?.('', '_blank', 'popup,width=420,height=620') ?? null;
      if (!popup) throw sdkError('ERR_DEV_UNABLE_TO_OPEN_POPUP', 'Unable to open the popup', true);
      void approve(await orderPromise);
    }

    async function approve({ orderId }) {
      try {
        popup.location.href = approvalPage(orderId);
        const isApproved = (await askPayer(popup, orderId)) === 'approved';
        popup.close();
        if (isApproved)
          await onApprove?.({ orderId, payerId: 'PAYERSBX1', fundingSource: 'paypal' });
        else onCancel?.({ orderId });
        onComplete?.({ paymentSessionState: isApproved ? 'approved' : 'canceled' });
      } catch (error) {
        onError?.(error);
        onComplete?.({ paymentSessionState: 'error' });
      }
    }

    const close = () => popup?.close();
    return {
      start,
      cancel: close,
      destroy: close,
      hasReturned: () => false,
      resume: async () => undefined,
    };
  }

  async function createInstance({ clientId, clientToken, components = [] } = {}) {
    if (!clientId && !clientToken)
      throw sdkError('ERR_INVALID_CLIENT', 'clientId or clientToken is required', false);
    const findEligibleMethods = async () => ({
      isEligible: (method) => method === 'paypal',
      getDetails: () => null,
    });
    return {
      findEligibleMethods,
      ...(components.includes('paypal-payments') && { createPayPalOneTimePaymentSession }),
    };
  }

  window.paypal = { version: '6.0.0', createInstance };
})();
