import { reportFault } from '#stores/faults.ts';

addEventListener('error', ({ error, filename, lineno, colno }) =>
  reportFault(error, `${filename}:${lineno}:${colno}`),
);
addEventListener('unhandledrejection', ({ reason }) => reportFault(reason));
