import { changeHour } from './ticket-sentences.ts';

/** Spec §4, §8. */
export const paymentMessages = {
  title: 'Payment Methods',
  successful: 'Payment has been successful',
  failed: 'Payment has been failed!',
  failedNote:
    'Try again, or pay another way. If money left your account, we either open your ticket or return the money.',
  cancelled: 'Payment has been cancelled',
  error: 'There was an error in the payment please try again',
  contactAdministrator: 'Something went wrong please contact administrator',
  contactAdministratorNote:
    'We couldn’t confirm your payment. If money left your account, we either open your ticket or return the money.',
  confirming: 'Your bank is still confirming the payment. You can leave this page.',
  slowBank:
    'Keep your ticket number. We check with your bank until we can either open your ticket or return your money.',

  dayAndHour: 'Date and time',
  cardOrUpi: 'Card or UPI',
  cardOrUpiNote: 'Any Indian bank card, UPI app or netbanking. You pay in rupees.',
  internationalWallet: 'International wallet',
  internationalWalletNote: (rate: string) =>
    `PayPal, for viewers outside India. You pay in US dollars at ${rate} for one dollar.`,
  internationalWalletFeeNote:
    'PayPal, for filmmakers outside India. The fee is one dollar, whatever the amount above.',
  bankOpens: 'Your bank’s page opens over this one.',
  walletTitle: (amount: string) => `${amount} with PayPal`,
  walletNote: 'PayPal opens in its own window. Nothing is charged until you confirm there.',
  walletRate: (rate: string) => `One dollar is ${rate}.`,
  inDollars: (rate: string) => `You pay, at ${rate} for one dollar`,
  anotherWay: 'Pay another way',
  onProviderPage: (provider: string) => `Pay on ${provider}’s own page`,
  yourState: 'Your State',
  yourStateOptional: 'Your State (optional)',
  stateHint: 'Printed on the GST invoice.',
  chooseState: 'Choose your State',
  outsideIndia: 'Outside India',
  country: 'Your country',
  countryHint: 'Printed on the invoice.',
  chooseCountry: 'Choose your country',
  countryRequired: 'Please choose your country before you pay',
  pay: (total: string) => `Pay ${total}`,
  confirm: 'Confirm',
  opening: 'Opening the payment',
  nothingToPay: 'Nothing to pay',
  nothingToPayNote: 'This ticket is free. Press Confirm to get it.',
  ticketLine: (quantity: number) => (quantity === 1 ? '1 ticket' : `${quantity} tickets`),
  discountLine: (code: string | null) => (code ? `Discount ${code}` : 'Discount'),
  gstLine: (percent: number) => `GST ${percent}%`,
  roundOff: 'Round-off',
  total: 'Total',
  yourNumber: 'Your ticket number',
  toTheTicket: 'View ticket',
  orderFailed: 'We couldn’t save your booking. Nothing was charged. Try again.',
  chooseAnotherHour: changeHour,
  returnedByProvider: 'The payment was returned',
  notSetUp: 'We can’t take payments yet',
  held: (sum: string) => `We have received ${sum} for this ticket`,
  heldNote:
    'Our staff must look at this payment. Then we open your ticket, or return the whole sum. You need not do anything. Do not pay again.',
} as const;
