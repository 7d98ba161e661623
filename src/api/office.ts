import * as contract from '#contract/office.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { call } from './http.ts';

type BodyOf<E> = CallInput<E> extends { body: infer Body } ? Body : never;

export const openInvitation = (invitation: string) =>
  call(contract.openInvitation, { body: { invitation } });
export const acceptInvitation = (body: BodyOf<typeof contract.acceptInvitation>) =>
  call(contract.acceptInvitation, { body });
export const signIn = (body: BodyOf<typeof contract.officeSignIn>) =>
  call(contract.officeSignIn, { body });
export const signOut = () => call(contract.officeSignOut, {});
export const fetchMember = () => call(contract.officeMember, {});
export const confirm = (code: string) => call(contract.confirmOffice, { body: { code } });
export const fetchOperations = () => call(contract.listOperations, {});
export const runOperation = (
  noun: string,
  verb: string,
  body: BodyOf<typeof contract.runOperation>,
) => call(contract.runOperation, { params: { noun, verb }, body });
export const fetchCurrentValues = (noun: string, verb: string, object: string) =>
  call(contract.readCurrentValues, { params: { noun, verb }, query: { object } });
export const openPackagePlayback = (packageKey: string) =>
  call(contract.openPackagePlayback, { params: { package: packageKey } });
export const renewPackagePlayback = (packageKey: string, renewalToken: string) =>
  call(contract.renewPackagePlayback, { params: { package: packageKey }, body: { renewalToken } });
export const allowBackupDownload = (backup: string, withMedia: boolean) =>
  call(contract.allowBackupDownload, { params: { backup }, body: { withMedia } });
export const allowEvidenceDownload = (dispute: string) =>
  call(contract.allowEvidenceDownload, { params: { dispute } });
export const fetchJobs = () => call(contract.listOfficeJobs, {});
export const fetchJob = (jobId: string) => call(contract.readOfficeJob, { params: { jobId } });
export const cancelJob = (jobId: string) => call(contract.cancelOfficeJob, { params: { jobId } });
