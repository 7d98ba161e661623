import { expect, type Page } from '@playwright/test';
import type { OfficeRole } from '#domain/office-roles.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { href } from '#routes.ts';
import { anOfficeMember } from './office.ts';
import type { TestServer } from './test-server.ts';

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const requiredField = (page: Page, label: string) => field(page, text.required(label));
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });

export type OfficeMember = Awaited<ReturnType<typeof anOfficeMember>>;

/** Sets the session cookie of a new member, and opens a view: `#/movie/price`. */
export async function openOffice(
  server: TestServer,
  page: Page,
  view: string,
  ...roles: OfficeRole[]
): Promise<OfficeMember> {
  const member = await anOfficeMember(server, ...roles);
  const [name = '', value = ''] = member.client.cookie.split('=');
  const { hostname } = new URL(process.env['E2E_ORIGIN']!);
  await page
    .context()
    .addCookies([{ name, value, domain: hostname, path: '/api/office', sameSite: 'Strict' }]);
  await page.goto(href('office') + view);
  // The first request loads the operations.
  await expect(heading(page)).toBeVisible({ timeout: 30_000 });
  return member;
}
