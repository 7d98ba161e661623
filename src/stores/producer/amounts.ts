export const displayNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString('en-IN', options).replace('-', '−');

/** Paise as `1,234.50`; deductions with a minus sign: `−13.41`. */
export const displayPaise = (paise: number): string =>
  displayNumber(paise / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
