import { returnedPath } from '#routes.ts';
import type { Config } from '../../config/config.ts';
import type { Comeback } from '../../ports/payments/provider.ts';
import type { Attempt } from './queries.ts';

/** Below `/api/ott`. */
export const RETURN_PATH = '/payments/return';

/**
 * The order in the address only chooses the page for a payer who comes back without a proof.
 * Chosen: payers come back to the first site, as the links in mails lead there.
 */
export const comebackOf = (
  { origin, siteOrigins }: Pick<Config, 'origin' | 'siteOrigins'>,
  { provider, movieOrderId }: Pick<Attempt, 'provider' | 'movieOrderId'>,
): Comeback => ({
  returnUrl: `${origin}/api/ott${RETURN_PATH}/${provider}${movieOrderId ? `?order=${movieOrderId}` : ''}`,
  cancelUrl: siteOrigins[0] + returnedPath(movieOrderId, 'cancelled'),
});
