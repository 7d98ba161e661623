// Replaces https://checkout.razorpay.com/v1/checkout.js with the same API, for the sandbox. Served as is, without a build.
// Styles use CSSOM, because a strict style-src allows no style elements.
(() => {
  const here =
    document.currentScript?.src ?? new URL('/sandbox/razorpay/checkout.js', location.href).href;
  const payUrl = new URL('pay', here);
  const bankUrl = (orderId) => new URL(`bank/${orderId}`, here).href;
  const upiUrl = (orderId) =>
    new URL(`upi/${orderId}?${new URLSearchParams({ bankUrl: bankUrl(orderId) })}`, here);
  const POLL_MS = 1000;
  const SUCCESS_VPA = 'success@razorpay';
  const FAILURE_VPA = 'failure@razorpay';
  const NOT_SENT = {
    code: 'NETWORK_ERROR',
    description: 'The payment could not be sent. Please try again.',
  };

  const STYLES = `
    :host { all: initial; }
    dialog {
      border: 0; border-block-start: 6px solid var(--accent, #2563eb); border-radius: 12px; box-sizing: border-box;
      color: #1c1917; background: #fff; font: 16px/1.5 system-ui, sans-serif; padding: 20px 24px; width: min(92vw, 380px);
    }
    dialog::backdrop { background: rgb(0 0 0 / 0.6); }
    h2 { font-size: 20px; margin: 0; }
    p { margin: 4px 0; }
    .note { color: #57534e; font-size: 13px; }
    .amount { font-size: 28px; font-weight: 700; }
    .error { color: #b91c1c; }
    label { display: block; font-weight: 600; margin-block-start: 12px; }
    input {
      border: 1px solid #78716c; border-radius: 8px; box-sizing: border-box; color: inherit; background: #fff;
      font: inherit; min-height: 44px; padding: 8px 12px; width: 100%;
    }
    button {
      background: #fff; border: 1px solid #78716c; border-radius: 8px; box-sizing: border-box; color: inherit; cursor: pointer;
      font: inherit; margin-block-start: 8px; min-height: 44px; padding: 8px 12px; width: 100%;
    }
    a {
      border: 1px solid #78716c; border-radius: 8px; box-sizing: border-box; color: inherit; display: block;
      margin-block-start: 8px; min-height: 44px; padding: 9px 12px; text-align: center; text-decoration: none;
    }
    svg { display: block; inline-size: 180px; margin: 12px auto; }
    .pay { background: #1e3a8a; border-color: #1e3a8a; color: #fff; font-weight: 600; }
    :focus-visible { outline: 3px solid #2563eb; outline-offset: 2px; }
    button:disabled { cursor: progress; opacity: 0.6; }
    [hidden] { display: none; }
  `;

  const element = (tag, properties = {}, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };

  const money = (amount = 0, currency = 'INR') =>
    new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency,
      minimumFractionDigits: amount % 100 ? 2 : 0,
    }).format(amount / 100);

  /** A code is typed on iOS only. Elsewhere the bank's app reads a QR code, or opens from a link. */
  function detectDevice() {
    const { userAgent, maxTouchPoints } = navigator;
    if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1))
      return 'ios';
    return /Android|Mobile/.test(userAgent) ? 'phone' : 'computer';
  }

  const isCollectHidden = ({ config }) =>
    Boolean(
      config?.display?.hide?.some(
        ({ method, flows }) => method === 'upi' && flows?.includes('collect'),
      ),
    );

  function drawQr({ size, path }) {
    const svg = (tag, attributes) => {
      const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
      for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
      return node;
    };
    const picture = svg('svg', {
      viewBox: `0 0 ${size} ${size}`,
      role: 'img',
      'aria-label': 'QR code for your UPI app',
    });
    picture.append(
      svg('path', { d: `M0 0h${size}v${size}H0z`, fill: '#fff' }),
      svg('path', { d: path }),
    );
    return picture;
  }

  function createDialog({
    name = 'Payment',
    description = '',
    amount,
    currency,
    prefill = {},
    theme = {},
  }) {
    const parts = {
      host: element('div'),
      error: element('p', { className: 'error', role: 'alert' }),
      card: element(
        'button',
        { className: 'pay', type: 'button' },
        `Pay ${money(amount, currency)} by card`,
      ),
      upi: element('button', { type: 'button' }, 'UPI'),
      waiting: element('div', { hidden: true }),
      collect: element('form', { noValidate: true, hidden: true }),
      vpa: element('input', {
        id: 'vpa',
        name: 'vpa',
        value: SUCCESS_VPA,
        autocomplete: 'off',
        spellcheck: false,
      }),
      fail: element('button', { type: 'button' }, 'Fail this payment'),
      close: element('button', { type: 'button' }, 'Close'),
      leave: element('button', { type: 'button' }, 'Leave without paying'),
      stay: element('button', { type: 'button' }, 'Stay'),
    };
    const payer = [prefill.name, prefill.contact, prefill.email].filter(Boolean).join(', ');
    parts.collect.append(
      element('label', { htmlFor: 'vpa' }, 'UPI ID'),
      parts.vpa,
      element('button', { type: 'submit' }, 'Send a request to this ID'),
    );
    parts.form = element(
      'div',
      {},
      parts.card,
      parts.upi,
      parts.waiting,
      parts.collect,
      parts.fail,
      parts.close,
    );
    parts.question = element(
      'div',
      { hidden: true },
      element('p', {}, 'Leave this payment?'),
      parts.leave,
      parts.stay,
    );
    parts.dialog = element(
      'dialog',
      {},
      element('h2', { id: 'merchant' }, name),
      element('p', { id: 'purpose' }, description),
      element('p', { className: 'amount' }, money(amount, currency)),
      element('p', { className: 'note' }, payer ? `Paying as ${payer}` : ''),
      element('p', { className: 'note' }, 'Razorpay sandbox: no real money moves.'),
      parts.error,
      parts.form,
      parts.question,
    );
    parts.dialog.setAttribute('role', 'dialog');
    parts.dialog.setAttribute('aria-labelledby', 'merchant');
    parts.dialog.setAttribute('aria-describedby', 'purpose');
    if (theme.color) parts.dialog.style.setProperty('--accent', theme.color);

    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    const root = parts.host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(parts.dialog);
    return parts;
  }

  class Razorpay {
    #options;
    #listeners = new Map();
    #parts;

    constructor(options = {}) {
      if (!options.key) throw new Error('No key passed');
      this.#options = options;
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    open() {
      if (this.#parts) return;
      const parts = createDialog(this.#options);
      this.#parts = parts;
      const { modal = {} } = this.#options;

      parts.card.addEventListener('click', () => this.pay({ method: 'card' }));
      parts.upi.addEventListener('click', () => this.startUpi());
      parts.collect.addEventListener('submit', (event) => {
        event.preventDefault();
        this.pay({ vpa: parts.vpa.value });
      });
      parts.fail.addEventListener('click', () => this.pay({ vpa: FAILURE_VPA }));
      parts.close.addEventListener('click', () => this.askToLeave());
      parts.leave.addEventListener('click', () => this.dismiss());
      parts.stay.addEventListener('click', () => this.showQuestion(false));
      const escape = (event) => {
        event.preventDefault();
        if (modal.escape !== false) this.askToLeave();
      };
      // Chromium ignores a prevented `cancel` at the second Escape, so the key event is prevented too.
      parts.dialog.addEventListener('keydown', (event) => event.key === 'Escape' && escape(event));
      parts.dialog.addEventListener('cancel', escape);
      parts.dialog.addEventListener('close', () => this.dismiss());
      parts.dialog.addEventListener('click', (event) => {
        if (modal.backdropclose && event.target === parts.dialog) this.askToLeave();
      });

      document.body.append(parts.host);
      parts.dialog.showModal();
    }

    /** Closes the popup without a callback. */
    close() {
      const parts = this.#parts;
      this.#parts = undefined;
      if (!parts) return;
      if (parts.dialog.open) parts.dialog.close();
      parts.host.remove();
    }

    dismiss() {
      if (!this.#parts) return;
      this.close();
      this.#options.modal?.ondismiss?.();
    }

    askToLeave() {
      if (this.#options.modal?.confirm_close) this.showQuestion(true);
      else this.dismiss();
    }

    showQuestion(isShown) {
      const { form, question, stay, card } = this.#parts;
      form.hidden = isShown;
      question.hidden = !isShown;
      (isShown ? stay : card).focus();
    }

    async pay(instrument) {
      const parts = this.#parts;
      this.setBusy(true);
      parts.error.textContent = '';
      const answer = await this.send(instrument);
      // The payer closed the popup: the page was notified, and the server gets the payment by webhook.
      if (this.#parts !== parts) return;
      this.setBusy(false);
      this.finish(answer);
    }

    finish({ proof, error }) {
      if (error) return this.fail(error);
      this.close();
      this.#options.handler?.(proof);
    }

    /** Shows how the bank's app is opened on this device, and asks every second whether it has paid. */
    async startUpi() {
      const parts = this.#parts;
      const device = detectDevice();
      parts.upi.disabled = true;
      parts.collect.hidden = device !== 'ios' || isCollectHidden(this.#options);
      const first = await this.fetchUpiState();
      if (this.#parts !== parts || !first) return;
      const app = element(
        'a',
        { href: bankUrl(this.#options.order_id), target: '_blank', rel: 'noopener' },
        'Open your UPI app',
      );
      parts.waiting.hidden = false;
      parts.waiting.replaceChildren(
        ...(device === 'computer'
          ? [element('p', {}, 'Scan with your UPI app'), drawQr(first.qr)]
          : [app]),
        element('p', { className: 'note', role: 'status' }, 'Waiting for your bank …'),
      );
      for (let known = first.payments; this.#parts === parts;) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        const state = await this.fetchUpiState();
        if (this.#parts !== parts) return;
        if (!state || state.payments === known || !(state.newest.proof || state.newest.error))
          continue;
        known = state.payments;
        this.finish(state.newest);
      }
    }

    /** Null without a connection. */
    async fetchUpiState() {
      const response = await fetch(upiUrl(this.#options.order_id)).catch(() => null);
      return response?.ok ? response.json() : null;
    }

    async send(instrument) {
      const { order_id, description, prefill = {} } = this.#options;
      try {
        const response = await fetch(payUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            order_id,
            ...instrument,
            description,
            contact: prefill.contact,
            email: prefill.email,
          }),
        });
        const body = await response.json();
        return response.ok ? { proof: body } : { error: body.error };
      } catch {
        return { error: NOT_SENT };
      }
    }

    fail(error) {
      const { retry } = this.#options;
      this.#parts.error.textContent = error.description;
      // No payment was attempted (invalid UPI ID, no connection): only the payer sees the error.
      if (error.field || error === NOT_SENT) return;
      const response = { error: { source: '', step: '', reason: '', metadata: {}, ...error } };
      for (const listener of this.#listeners.get('payment.failed') ?? []) listener(response);
      if (this.#parts && (retry === false || retry?.enabled === false)) this.dismiss();
    }

    setBusy(isBusy) {
      const { card, fail } = this.#parts;
      card.disabled = isBusy;
      fail.disabled = isBusy;
    }
  }

  window.Razorpay = Razorpay;
})();
