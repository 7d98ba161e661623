import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { Movie } from '#contract/catalogue.ts';
import { bannerUrl, distinctEnglishName } from '#domain/film.ts';
import { displayRunningTime } from '#domain/format/durations.ts';
import { imageUrl } from '#domain/images.ts';
import { href } from '#routes.ts';
import { languageAttributes } from '#islands/catalogue/film-link.ts';
import {
  type BannerContrast,
  lowestContrast,
  readPixels,
} from '../../../scripts/contrast/lowest-contrast.ts';
import { publicFilmHref, test } from '../browser.ts';
import { HIDE_FOREGROUNDS, readForegrounds } from './foregrounds.ts';

const HERO = '.banner, .film-hero';

test('contrast of the text over each banner', async ({ page, request }) => {
  const only = new RegExp(process.env['CONTRAST_ONLY'] ?? '', 'i');
  const width = page.viewportSize()!.width;
  const films = (await fetchFilms(request)).filter((film) => only.test(nameOf(film)));
  const measured: BannerContrast[] = [];
  await page.goto(href('home'));
  for (const film of films) {
    await showInBanner(page, film);
    measured.push({ banner: nameOf(film), page: 'home', width, ...(await measureContrast(page)) });
  }
  for (const film of films) {
    await page.goto(publicFilmHref(film));
    measured.push({ banner: nameOf(film), page: 'film', width, ...(await measureContrast(page)) });
  }
  writeFileSync(
    join(process.env['CONTRAST_DIR'] ?? '.matinee/test', `${width}.json`),
    JSON.stringify(measured),
  );
});

const nameOf = ({ movieName, movieNameEn }: Movie) => movieNameEn ?? movieName;

async function fetchFilms(request: APIRequestContext): Promise<Movie[]> {
  const lists = ['getallmovies', 'getallshortfilms'].map(async (list) => {
    const response = await request.get(`/api/ott/public/${list}?size=100`);
    return Movie.array().parse((await response.json()).content);
  });
  return (await Promise.all(lists)).flat().filter(bannerUrl);
}

/** Shows a film in the first slide of the home page, which has six films only. */
const showInBanner = (page: Page, film: Movie) =>
  page.evaluate(
    ({ name, lang, englishName, facts, address }) => {
      const slide = document.querySelector('.banner .slide')!;
      const title = slide.querySelector<HTMLElement>('.heading-1')!;
      title.textContent = name;
      title.lang = lang;
      let english = slide.querySelector('.english-name');
      if (!english) title.after((english = document.createElement('p')));
      english.className = 'english-name';
      english.textContent = englishName;
      slide.querySelectorAll('.dot-separated > span').forEach((each, index) => {
        if (facts[index]) each.textContent = facts[index];
      });
      slide.querySelectorAll('.backdrop source').forEach((each) => each.remove());
      const picture = slide.querySelector<HTMLImageElement>('.backdrop img')!;
      picture.src = address;
    },
    {
      name: film.movieName,
      lang: languageAttributes(film).lang ?? '',
      englishName: distinctEnglishName(film) ?? '',
      facts: [film.primaryLanguage, displayRunningTime(film.runningTime)],
      address: imageUrl(bannerUrl(film)!, '/media/images'),
    },
  );

async function measureContrast(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await document.querySelector<HTMLImageElement>('.backdrop img')?.decode();
  });
  const { y, width, height } = (await page.locator(HERO).first().boundingBox())!;
  const area = { width, height: Math.ceil(y + height) };
  const foregrounds = await page.evaluate(readForegrounds);
  const picture = await takePicture(page, area);
  await setForegroundsHidden(page, true);
  const background = await takePicture(page, area);
  await setForegroundsHidden(page, false);
  return lowestContrast(foregrounds, picture, background);
}

/** The content security policy forbids a new style element. */
const setForegroundsHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(
    async ({ css, isHidden }) => {
      const sheet = isHidden ? await new CSSStyleSheet().replace(css) : null;
      const otherSheets = document.adoptedStyleSheets.filter(
        (each) => !each.cssRules[0]?.cssText.startsWith('* {'),
      );
      document.adoptedStyleSheets = sheet ? [...otherSheets, sheet] : otherSheets;
    },
    { css: HIDE_FOREGROUNDS, isHidden },
  );

/** Playwright's own screenshots take twice as long. */
async function takePicture(page: Page, area: { width: number; height: number }) {
  const browser = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, ...area, scale: 1 };
  const { data } = await browser.send('Page.captureScreenshot', {
    format: 'png',
    clip,
    optimizeForSpeed: true,
  });
  await browser.detach();
  return readPixels(Buffer.from(data, 'base64'));
}
