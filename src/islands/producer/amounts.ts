const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

const signed = (number: number, shown: string) => (number < 0 ? `−${shown}` : shown);

/** Paise as `1,234.50`; deductions with a minus sign: `−13.41`. */
export const displayPaise = (paise: number): string =>
  signed(paise, (Math.abs(paise) / 100).toLocaleString('en-IN', decimals));

export const displayTicketCount = (tickets: number): string =>
  signed(tickets, Math.abs(tickets).toLocaleString('en-IN'));
