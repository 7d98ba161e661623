import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operatorLinks } from '#domain/operator-links.ts';
import { layoutMessages } from '#messages/layout.ts';
import { tagsOf } from '#rebuild/check/html.ts';
import { brokenLinks } from '#rebuild/check/links.ts';

const youtube = 'https://youtube.example/@matinee';

test('the footer links to the apps and social pages whose address is set, and to no other place', () => {
  const links = operatorLinks({ PUBLIC_YOUTUBE_PAGE_URL: youtube, PUBLIC_TV_APP_URL: '' });
  expect(links).toEqual([{ href: youtube, label: 'youtube' }]);
  expect(layoutMessages.youtube).toBe('YouTube');
  expect(operatorLinks({})).toEqual([]);
});

test('a release is published with the operator’s own links, and with no other that leads out of the site', () => {
  const dir = mkdtempSync(join(tmpdir(), 'matinee-links-'));
  const tags = tagsOf(`<a href="${youtube}">YouTube</a><a href="https://elsewhere.example/">Elsewhere</a>`);
  const site = { dir, origin: 'https://cinema.example', pages: [{ path: '/', tags }] };
  const outside = (operatorAddresses: string[]) =>
    brokenLinks({ ...site, operatorLinks: operatorAddresses }).map(({ address }) => address);
  expect(outside([])).toEqual([youtube, 'https://elsewhere.example/']);
  expect(outside([youtube])).toEqual(['https://elsewhere.example/']);
  rmSync(dir, { recursive: true });
});
