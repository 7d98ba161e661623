export const PRODUCER = 'Producer';

export const isProducer = (roles: readonly string[]): boolean => roles.includes(PRODUCER);
