import * as contract from '#contract/gifts.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { call } from './http.ts';

export const fetchGift = (code: string) => call(contract.findGift, { body: { code } });

export const postClaim = (body: CallInput<typeof contract.claimGift>['body']) =>
  call(contract.claimGift, { body });
