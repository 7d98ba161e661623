import {
  ERROR_KINDS,
  ERROR_STATUS,
  type ErrorCode,
  type ErrorKind,
} from '#contract/error-codes.ts';
import { OAUTH_ERRORS, oauthRefusalOf } from './oauth-error.ts';

type Json = Record<string, unknown>;

const PROBLEM = { $ref: '#/components/schemas/Problem' };
const OTHER_PROBLEM = {
  description: 'Another problem (RFC 9457)',
  content: { 'application/problem+json': { schema: PROBLEM } },
};
/** RFC 6749 §5.2, RFC 8628 §3.5. */
const OAUTH_REFUSAL = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string', enum: OAUTH_ERRORS } },
};

/** The refusals of every call. */
const SERVER_ERRORS: ErrorCode[] = ['database_away', 'internal', 'malformed_request'];

interface Refusal {
  code: ErrorCode;
  status: number;
  isOAuth: boolean;
}

/**
 * The responses of refusals: the codes of each status. A call of OAuth refuses as `toOAuthError`
 * does.
 */
export function refusalResponses(codes: ErrorCode[], isOAuthCall = false): Json {
  const refusals = [...codes, ...SERVER_ERRORS].flatMap((code) =>
    kindsOf(code).map((kind) => refusalOf(kind, code, isOAuthCall)),
  );
  const responses = Object.entries(Object.groupBy(refusals, ({ status }) => status)).map(
    ([status, ofStatus = []]) => [status, responseOf(ofStatus)],
  );
  return { ...Object.fromEntries(responses), default: OTHER_PROBLEM };
}

const kindsOf = (code: ErrorCode): ErrorKind[] => [ERROR_KINDS[code]].flat();

function refusalOf(kind: ErrorKind, code: ErrorCode, isOAuthCall: boolean): Refusal {
  const oauth = isOAuthCall ? oauthRefusalOf(kind, code) : null;
  return { code, status: ERROR_STATUS[oauth?.kind ?? kind], isOAuth: oauth !== null };
}

function responseOf(refusals: Refusal[]): Json {
  const codesOf = (isOAuth: boolean) =>
    refusals.flatMap((each) => (each.isOAuth === isOAuth ? [each.code] : [])).sort();
  const [problems, oauth] = [codesOf(false), codesOf(true)];
  return {
    description: [...problems, ...oauth].join(', '),
    content: {
      'application/problem+json': problems.length ? { schema: withCodes(problems) } : undefined,
      'application/json': oauth.length ? { schema: withCodes(oauth, OAUTH_REFUSAL) } : undefined,
    },
  };
}

const withCodes = (codes: ErrorCode[], ...schemas: Json[]): Json => ({
  allOf: [
    PROBLEM,
    { type: 'object', properties: { code: { type: 'string', enum: codes } } },
    ...schemas,
  ],
});
