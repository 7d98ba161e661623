import { $notices } from '#stores/notices/notices.ts';

/** On every page, without React: loads the toaster with the first notice. */
const stop = $notices.subscribe((notices) => {
  if (notices.length === 0) return;
  queueMicrotask(() => stop());
  void import('./Toaster.tsx').then(({ mountToaster }) => mountToaster());
});
