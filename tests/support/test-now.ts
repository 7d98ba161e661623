/** The current time. `npm run shots` stops it at FIXED_NOW, for the tests and for their servers. */
export const testNow = () => new Date(process.env['FIXED_NOW'] ?? Date.now());
