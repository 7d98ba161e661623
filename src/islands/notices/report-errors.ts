import { reportFault } from '#stores/notices/faults.ts';

addEventListener('error', ({ error, filename, lineno, colno }) =>
  reportFault(error, `${filename}:${lineno}:${colno}`),
);
addEventListener('unhandledrejection', ({ reason }) => reportFault(reason));
