import type { Deps } from '../deps.ts';
import { networkLimits } from '../network-limits.ts';
import { messagesAllowed } from '../observe/counters.ts';
import type { MessagePermit } from '../ports/messenger/messenger.ts';
import {
  type Channel,
  countAllOrNone,
  type LimitUse,
  type Refusal,
  undoUses,
  utcDay,
} from './count-uses.ts';
import { MESSAGE_LIMITS, dailyMailLimit } from './limits.ts';
import { mailboxKey } from './mail-address.ts';
import { LIMITS_OF_KIND, type MessageKind } from './message-kinds.ts';
import { findLastAddress } from './queries.ts';
import { smsLimits } from './sms-limits.ts';

export interface BudgetedMessage {
  kind: Exclude<MessageKind, 'code'>;
  /** A mail address, or dial code and number in digits. */
  to: string;
  /** The account whose act or booking the message follows from; null if it was deleted. */
  accountId: number | null;
  /** Whether this account has proven that the destination is its own. */
  isProven: boolean;
  /** Null for a mail. */
  dialCode: string | null;
  /** The caller's address; null for a queued message, whose account was last seen somewhere. */
  ip: string | null;
}

export type Budget =
  | {
      permit: MessagePermit;
      refusal: null;
      /** For a message that could not be delivered. */
      undo: () => Promise<void>;
    }
  | { permit: null; refusal: Refusal };

/** The only maker of permits: each message is counted here or in `countCodeRequest`. */
export function permitMessage(kind: MessageKind, channel: Channel): MessagePermit {
  messagesAllowed.inc({ kind, channel });
  return {} as MessagePermit;
}

/**
 * Counts a message against the limits of its kind. Over one of them, nothing is counted and the
 * message must wait.
 */
export async function budgetMessage(deps: Deps, message: BudgetedMessage): Promise<Budget> {
  const channel: Channel = message.dialCode === null ? 'email' : 'sms';
  const uses = await usesOf(deps, message);
  const refusal = await countAllOrNone(deps, { kind: message.kind, channel }, uses);
  if (refusal) return { permit: null, refusal };
  return {
    permit: permitMessage(message.kind, channel),
    refusal: null,
    undo: () => undoUses(deps, uses),
  };
}

async function usesOf(deps: Deps, message: BudgetedMessage): Promise<LimitUse[]> {
  const { kind, to, accountId, isProven, dialCode, ip } = message;
  const scopes = LIMITS_OF_KIND[kind];
  // An SMS costs more than a mail, so a proven number gets no more of them.
  const hasFullLimit = isProven && dialCode === null;
  const uses: LimitUse[] = [];
  if (scopes.includes('network')) uses.push(...(await networkUses(deps, message)));
  if (scopes.includes('destination')) {
    const byDestination = { reason: 'destination' as const, key: mailboxKey(to), hasFullLimit };
    uses.push({ ...byDestination, limit: MESSAGE_LIMITS.destinationHour });
    uses.push({ ...byDestination, limit: MESSAGE_LIMITS.destinationDay });
  }
  if (scopes.includes('account') && accountId !== null) {
    const byAccount = { reason: 'account' as const, key: String(accountId), hasFullLimit };
    uses.push({ ...byAccount, limit: MESSAGE_LIMITS.accountHour });
    uses.push({ ...byAccount, limit: MESSAGE_LIMITS.accountDay });
  }
  if (!scopes.includes('day')) return uses;
  if (dialCode !== null)
    return [
      ...uses,
      ...smsLimits(deps, { destination: to, dialCode, ip: ip ?? '', hasAccount: true }),
    ];
  const limit = dailyMailLimit(deps.config.mailDailyCap);
  return [...uses, { reason: 'day', limit, key: utcDay(deps), hasFullLimit: isProven }];
}

async function networkUses(deps: Deps, { accountId, ip }: BudgetedMessage): Promise<LimitUse[]> {
  const address = ip ?? (accountId === null ? null : await findLastAddress(deps.db, accountId));
  if (!address) return [];
  return networkLimits(deps, MESSAGE_LIMITS.address, address).map(({ limit, key }) => ({
    reason: 'network',
    limit: { ...limit, strangerPoints: limit.points },
    key,
    hasFullLimit: true,
  }));
}
