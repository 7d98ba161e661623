import { displayRupees } from '#domain/format/numbers.ts';
import { toRupees, type Paise } from '#domain/pricing.ts';
import { submissionMails as text } from '#messages/submission-mails.ts';
import { href, submittedFilmsPath } from '#routes.ts';
import type { Config } from '../../../config/config.ts';
import type { Mail } from '../../../ports/messenger/messenger.ts';
import { renderMail } from '../../booking/mails/render-mail.ts';
import type { FeeRow } from '../fees/queries.ts';

interface HeldFee {
  fee: FeeRow;
  /** Paise that came. */
  heldValue: Paise;
  address: string;
}

/** Says that a payment of the fee waits for the operator. */
export function composeHeldFeeMail(config: Config, { fee, heldValue, address }: HeldFee): Mail {
  const [origin] = config.siteOrigins;
  const { title, subject, lead, number, received, follow, contact } = text.heldFee;
  return {
    to: address,
    subject,
    ...renderMail({
      film: title,
      englishName: null,
      lead,
      facts: [
        [number, fee.feeNo],
        [received, displayRupees(toRupees(heldValue))],
        [text.fee, displayRupees(toRupees(fee.amount))],
      ],
      links: [
        { label: follow, address: origin + submittedFilmsPath },
        { label: contact, address: origin + href('contactUs') },
      ],
      qrCodeCid: null,
      notes: [],
    }),
    messageId: `<fee-${fee.feeNo}-held@${new URL(config.origin).hostname}>`,
  };
}
