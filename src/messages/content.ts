/** Only labels; the pages' content comes from the API. */
export const contentMessages = {
  breadcrumb: 'Breadcrumb',
  aboutUs: 'About Us',
  privacyPolicy: 'Privacy Policy',
  termsAndConditions: 'Terms and Conditions',
  contactUs: 'Contact Us',
  moreToRead: 'More to read',
  software: 'Matinee is free software under the AGPL-3.0-or-later.',
  scriptLicences: 'Licences of the software in its pages',
  oldBrowserLicences: 'Licences of the software for old browsers',
  onThisPage: 'On this page',
} as const;
