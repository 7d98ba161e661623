export const PRODUCER = 'Producer';

export const isProducer = (roles: readonly string[]): boolean => roles.includes(PRODUCER);

/** Where a viewer can sign in besides here. */
export const SOCIAL_PROVIDERS = ['google', 'facebook'] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];
