/** The content pages' own words; their text comes from the server. */
export const contentMessages = {
  breadcrumb: 'Breadcrumb',
  aboutUs: 'About Us',
  privacyPolicy: 'Privacy Policy',
  termsAndConditions: 'Terms and Conditions',
  contactUs: 'Contact Us',
  moreToRead: 'More to read',
} as const;
