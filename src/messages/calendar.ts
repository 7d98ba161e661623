export const calendarMessages = {
  ticketFileName: (orderNo: string) => `ticket-${orderNo}.ics`,
} as const;
