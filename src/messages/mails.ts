/** What the house writes to a viewer about a ticket. */
export const mailMessages = {
  subjects: {
    ticket: (film: string, when: string) => `Your ticket: ${film}, ${when}`,
    rescheduled: (film: string, when: string) => `Your new hour: ${film}, ${when}`,
    extended: (film: string) => `Your ticket has more time: ${film}`,
    refunded: (film: string) => `Your money is on its way back: ${film}`,
    reminder_60: (film: string) => `${film}: the house opens in one hour`,
    reminder_10: (film: string) => `${film}: the house opens in 10 minutes`,
  },
  leads: {
    ticket: 'The film is yours for 24 hours. Begin whenever you like in them.',
    rescheduled: 'Your ticket has another hour now. The calendar entry moves with it.',
    extended:
      'The house was not open to you all the time that your ticket promised, so it closes later now. The calendar entry moves with it.',
    refunded: 'This ticket was given back. The money goes the way it came; banks take up to seven working days.',
    reminder_60: 'The house opens in one hour.',
    reminder_10: 'The house opens in 10 minutes.',
  },
  number: 'Ticket No.',
  opens: 'Opens',
  closes: 'Closes',
  inIndia: 'In India',
  beginBy: 'To finish, begin by',
  at: (day: string, hour: string, zone: string) => `${day}, ${hour} ${zone}`,
  fromTo: (opens: string, closes: string) => `${opens} to ${closes}`,
  yourTicket: 'Your ticket',
  invoice: 'Your invoice',
  creditNote: 'Your credit note',
  calendar: 'The calendar file is attached.',
  showThis: 'This code opens your ticket',
  noReminders: 'Reminders can be switched off in your profile.',
} as const;
