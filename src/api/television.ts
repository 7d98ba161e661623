import type { BodyOf } from '#contract/endpoint.ts';
import * as contract from '#contract/television.ts';
import { call } from './http.ts';

export const requestDeviceCode = () => call(contract.requestDeviceCode, {});

export const exchangeDeviceCode = (deviceCode: string) => call(contract.exchangeDeviceCode, { body: { deviceCode } });

export const findPendingDevice = (userCode: string) => call(contract.findPendingDevice, { query: { userCode } });

export const confirmDevice = (body: BodyOf<typeof contract.confirmDevice>) => call(contract.confirmDevice, { body });

export const denyDevice = (userCode: string) => call(contract.denyDevice, { body: { userCode } });

export const pollTelevision = () => call(contract.pollTelevision, {});

export const fetchOpenTelevisions = async () => (await call(contract.openTelevisions, {})).content;

export const watchOnTelevision = (sessionId: string, movieId: number) =>
  call(contract.watchOnTelevision, { params: { sessionId }, body: { movieId } });
