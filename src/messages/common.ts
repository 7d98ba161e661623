export const commonMessages = {
  brand: 'Matinee',
  somethingWrong: 'Something went wrong!!!',
  tryAgain: 'Something went wrong please try again',
  retry: 'Try again',
  offline: 'We couldn’t reach Matinee. Check your connection and try again.',
  storedAt: (time: string) =>
    `You are offline. This page shows what this device stored on ${time}.`,
  apiUnavailable:
    'Booking is paused for a moment. You can still read about films and watch trailers.',
  goBack: 'Go Back',
  close: 'Close',
  loadMore: 'Load More',
  shownOf: (shown: number, total: number) => `${shown} of ${total}`,
  loading: 'Loading',
  pageNotFound: 'Page Not Found',
  goHome: 'Go to Home Page',
  more: 'More',
} as const;
