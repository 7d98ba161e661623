import type { BodyOf } from '#contract/endpoint.ts';
import * as contract from '#contract/television.ts';
import { call } from './http.ts';

const CLIENT_ID = 'matinee-television';

export const requestDeviceCode = () =>
  call(contract.requestDeviceCode, { body: { client_id: CLIENT_ID } });

export function exchangeDeviceCode(deviceCode: string) {
  const body: BodyOf<typeof contract.exchangeDeviceCode> = {
    grant_type: contract.DEVICE_CODE_GRANT,
    device_code: deviceCode,
    client_id: CLIENT_ID,
  };
  return call(contract.exchangeDeviceCode, { body });
}

export const openInOtherBrowser = () => call(contract.openInOtherBrowser, {});

export const findPendingDevice = (userCode: string) =>
  call(contract.findPendingDevice, { query: { userCode } });

export const confirmDevice = (body: BodyOf<typeof contract.confirmDevice>) =>
  call(contract.confirmDevice, { body });

export const denyDevice = (userCode: string) => call(contract.denyDevice, { body: { userCode } });

export const pollTelevision = () => call(contract.pollTelevision, {});

export const fetchOpenTelevisions = async () => (await call(contract.openTelevisions, {})).content;

export const watchOnTelevision = (sessionId: string, movieId: number) =>
  call(contract.watchOnTelevision, { params: { sessionId }, body: { movieId } });
