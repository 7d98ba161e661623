/** Only labels; the pages' content comes from the API. */
export const contentMessages = {
  breadcrumb: 'Breadcrumb',
  aboutUs: 'About Us',
  privacyPolicy: 'Privacy Policy',
  termsAndConditions: 'Terms and Conditions',
  contactUs: 'Contact Us',
  moreToRead: 'More to read',
  onThisPage: 'On this page',
} as const;
