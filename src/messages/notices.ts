export const noticeMessages = {
  notices: 'Notices',
} as const;
