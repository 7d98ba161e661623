/** For fields without a text in the specification. `field` is the readable name: `Movie id`. */
export const validationMessages = {
  required: (field: string) => `${field} is required`,
  invalid: (field: string) => `${field} is not valid. Check it and try again.`,
  tooLong: (field: string, most: number) => `${field} must have at most ${most} characters`,
  tooShort: (field: string, least: number) => `${field} must have at least ${least} characters`,
  tooMany: (field: string, most: number) => `${field} must have at most ${most} entries`,
  tooLarge: (field: string, most: number) => `${field} must be at most ${most}`,
  tooSmall: (field: string, least: number) => `${field} must be at least ${least}`,
  notAbove: (field: string, bound: number) => `${field} must be more than ${bound}`,
  unreadable: 'We couldn’t read your request. Reload the page and try again.',
} as const;
