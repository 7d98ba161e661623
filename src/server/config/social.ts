import type { Environment } from './environment.ts';
import { requireSetting } from './read-setting.ts';
import { SANDBOX_CREDENTIALS } from './sandbox-credentials.ts';

export function googleSettings(env: Environment, origin: string, isProduction: boolean) {
  const isSandbox = !env.GOOGLE_CLIENT_ID;
  if (isSandbox && isProduction) return null;
  const defaults = isSandbox
    ? {
        jwksUrl: `${origin}/sandbox/google/oauth2/v3/certs`,
        scriptUrl: `${origin}/sandbox/google/gsi/client`,
      }
    : {
        jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
        scriptUrl: 'https://accounts.google.com/gsi/client',
      };
  return {
    clientId: env.GOOGLE_CLIENT_ID ?? SANDBOX_CREDENTIALS.google.clientId,
    jwksUrl: env.GOOGLE_JWKS_URL ?? defaults.jwksUrl,
    issuers: env.GOOGLE_ISSUERS,
    scriptUrl: env.GOOGLE_SCRIPT_URL ?? defaults.scriptUrl,
    isSandbox,
  };
}

export function facebookSettings(env: Environment, origin: string, isProduction: boolean) {
  const isSandbox = !env.FACEBOOK_APP_ID;
  if (isSandbox && isProduction) return null;
  const app = env.FACEBOOK_APP_ID
    ? {
        appId: env.FACEBOOK_APP_ID,
        appSecret: requireSetting(env, 'FACEBOOK_APP_SECRET', 'FACEBOOK_APP_ID'),
      }
    : SANDBOX_CREDENTIALS.facebook;
  const defaults = isSandbox
    ? {
        graphUrl: `${origin}/sandbox/facebook/v25.0`,
        scriptUrl: `${origin}/sandbox/facebook/en_US/sdk.js`,
      }
    : {
        graphUrl: 'https://graph.facebook.com/v25.0',
        scriptUrl: 'https://connect.facebook.net/en_US/sdk.js',
      };
  const graphUrl = env.FACEBOOK_GRAPH_URL ?? defaults.graphUrl;
  return {
    ...app,
    graphUrl,
    version: graphUrl.slice(graphUrl.lastIndexOf('/') + 1),
    scriptUrl: env.FACEBOOK_SCRIPT_URL ?? defaults.scriptUrl,
    isSandbox,
  };
}
