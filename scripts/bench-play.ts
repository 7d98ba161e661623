/**
 * `npm run bench:play -- [--origin http://localhost:4321] [--runs 5] [--codec av1]`: measures the
 * time from the button Accept (of the copyright warning) to the first picture on slow 4G and a slow
 * phone, and compares it with a bare `<video>`. Needs the sample cinema to run. `--codec` simulates
 * a phone with (av1) or without (h264) a decoder of AV1, which the film must contain.
 */
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { firstOf } from '#domain/existing.ts';
import { href } from '#routes.ts';
import { openBareVideo } from './bench/bare-video.ts';
import { measureFirstFrame, type PlaybackStart } from './bench/first-frame.ts';
import { median } from './bench/quantile.ts';
import { createTicketHolder, type TicketHolder } from './bench/ticket-holder.ts';
import { CommandError, exitWithError } from './command-error.ts';

const GOALS = { ratio: 1, roundTrips: 5 };

/** Runs in the page: replaces what the browser says about this device's decoders. */
const simulateDecoder = (hasAv1: boolean) =>
  Object.defineProperty(navigator.mediaCapabilities, 'decodingInfo', {
    value: async ({ video }: MediaDecodingConfiguration) => {
      const isSupported = hasAv1 || !video?.contentType.includes('av01');
      return { supported: isSupported, smooth: isSupported, powerEfficient: isSupported };
    },
  });

const openWatchDialog =
  (origin: string, { movieId, localStorage: items }: TicketHolder, codec: string | undefined) =>
  async (page: Page) => {
    if (codec) await page.addInitScript(simulateDecoder, codec === 'av1');
    await page.goto(`${origin}${href('aboutUs')}`);
    await page.evaluate(
      (stored) =>
        Object.entries(stored).forEach(([key, value]) => localStorage.setItem(key, value)),
      items,
    );
    await page.goto(origin + href('movieDetails', { movie_id: movieId }));
    await page.getByRole('button', { name: 'Watch Now' }).locator('visible=true').click();
    await page.getByRole('button', { name: 'Accept' }).waitFor();
    // A viewer reads the warning meanwhile, so loading the player is not measured.
    await page.waitForLoadState('networkidle');
  };

async function bench(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      origin: { type: 'string', default: 'http://localhost:4321' },
      runs: { type: 'string', default: '5' },
      codec: { type: 'string' },
    },
  });
  if (values.codec && !['av1', 'h264'].includes(values.codec))
    throw new CommandError('--codec must be av1 or h264');
  const holder = await createTicketHolder(values.origin);
  const prepare = openWatchDialog(values.origin, holder, values.codec);
  const probe = await measureFirstFrame(prepare);
  const rendition = probe.requests
    .map((each) => /\/(\d+p(?:-av1)?)\/\d+\.m4s/.exec(each)?.[1])
    .find(Boolean);
  if (!rendition) throw new CommandError('The playback did not load a video segment.');
  if (values.codec && rendition.endsWith('-av1') !== (values.codec === 'av1'))
    throw new CommandError(
      `The film has no ${values.codec} for this device: it played ${rendition}.`,
    );
  const opened = (await holder.viewer('POST', '/api/ott/playmovieweb', { movieId: holder.movieId }))
    .data[0];
  const bare = await openBareVideo(values.origin, opened, rendition);
  const runs: { ours: PlaybackStart[]; bare: PlaybackStart[] } = { ours: [], bare: [] };
  const turns = [
    async () => runs.ours.push(await measureFirstFrame(prepare)),
    async () => runs.bare.push(await measureFirstFrame((page) => page.goto(bare.origin))),
  ];
  for (let run = 0; run < Number(values.runs); run++) {
    for (const turn of run % 2 ? turns.toReversed() : turns) await turn();
    console.log(`run ${run + 1} of ${values.runs}`);
  }
  bare.close();
  return report(runs.ours, runs.bare, rendition);
}

function report(ours: PlaybackStart[], bare: PlaybackStart[], rendition: string): boolean {
  const [ourMs, bareMs] = [median(ours.map(({ ms }) => ms)), median(bare.map(({ ms }) => ms))];
  const roundTrips = Math.max(...ours.map((each) => each.roundTrips));
  console.log(`\nFrom Accept to the first picture (${rendition}, median of ${ours.length})`);
  for (const request of firstOf(ours).requests) console.log(`    ${request}`);
  const verdict = (isPassed: boolean) => (isPassed ? 'pass ' : 'FAIL ');
  console.log(
    `  ${verdict(roundTrips <= GOALS.roundTrips)} round trips  ${roundTrips}   at most ${GOALS.roundTrips}`,
  );
  console.log(
    `  ${verdict(ourMs / bareMs <= GOALS.ratio)} time         ${(ourMs / bareMs).toFixed(3)} × a bare video (${Math.round(ourMs)} ms : ${Math.round(bareMs)} ms)   at most ${GOALS.ratio}`,
  );
  return roundTrips <= GOALS.roundTrips && ourMs / bareMs <= GOALS.ratio;
}

process.exitCode = (await bench().catch(exitWithError)) ? 0 : 1;
