import {
  deleteMe,
  exportMe,
  myProfile,
  putUserInfo,
  updateFirstLogin,
  type UserInfoPut,
} from '#contract/accounts.ts';
import { call } from './http.ts';

export const fetchMyProfile = async () => (await call(myProfile, {})).data;

export const saveUserInfo = (userId: number, body: UserInfoPut) =>
  call(putUserInfo, { params: { userId }, body });

export const finishFirstLogin = () => call(updateFirstLogin, {});

export const exportMyData = () => call(exportMe, {});

export const deleteMyAccount = () => call(deleteMe, {});
