/** Roles of the people who run the cinema. An owner may do everything. */
export const OFFICE_ROLES = ['owner', 'programmer', 'finance', 'support', 'moderator'] as const;
export type OfficeRole = (typeof OFFICE_ROLES)[number];

export const mayUse = (ownRoles: readonly string[], allowedRoles: readonly OfficeRole[]): boolean =>
  ownRoles.includes('owner') || allowedRoles.some((role) => ownRoles.includes(role));
