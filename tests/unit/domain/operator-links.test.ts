import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operatorLinks } from '#domain/operator-links.ts';
import { layoutMessages } from '#messages/layout.ts';
import { tagsOf } from '#rebuild/check/html.ts';
import { findBrokenLinks } from '#rebuild/check/links.ts';

const youtube = 'https://youtube.example/@matinee';

test('the footer links only to the apps and social pages that are configured', () => {
  const links = operatorLinks({ PUBLIC_YOUTUBE_PAGE_URL: youtube, PUBLIC_TV_APP_URL: '' });
  expect(links).toEqual([{ href: youtube, textKey: 'youtube' }]);
  expect(layoutMessages.youtube).toBe('YouTube');
  expect(operatorLinks({})).toEqual([]);
});

test('a release contains only the operator’s external links', () => {
  const dir = mkdtempSync(join(tmpdir(), 'matinee-links-'));
  const tags = tagsOf(`<a href="${youtube}">YouTube</a><a href="https://other.example/">Other</a>`);
  const site = { dir, origin: 'https://cinema.example', pages: [{ path: '/', tags }] };
  const outside = (operatorAddresses: string[]) =>
    findBrokenLinks({ ...site, operatorLinks: operatorAddresses }).map(({ address }) => address);
  expect(outside([])).toEqual([youtube, 'https://other.example/']);
  expect(outside([youtube])).toEqual(['https://other.example/']);
  rmSync(dir, { recursive: true });
});
