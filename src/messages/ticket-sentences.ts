/**
 * Sentences about tickets that several parts show. Constants, so that a page loads only those that
 * it shows.
 */
export const ticketExpired = 'This ticket has expired';
export const ticketLoadFailed = 'Unable to load ticket at this time please try again';
export const ticketNotFound = 'We couldn’t find this ticket';
export const chooseHourHint = 'Choose a date and time. You can watch for 24 hours from then.';
export const chooseHour = 'Choose a date and time';
export const openForADay =
  'Your ticket is open for 24 hours. Start before it closes and you can finish.';
export const changeHour = 'Change date or time';
export const remindByMail = 'Remind me by email';
export const bankConfirms = 'Your bank is still confirming the payment';
export const paymentChecked = 'We are checking your payment';
