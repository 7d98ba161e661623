import { mkdirSync, writeFileSync } from 'node:fs';
import { failedLoadError, expect, test } from '../support/browser.ts';
import { aCommandRunner } from '../support/cinema-cli.ts';
import { aWorkerServer, withInProcessServer } from '../support/in-process-server.ts';
import { OFFICE_JOBS, type OfficeJob } from '../support/office-jobs.ts';
import { measureFile, MEASURES_DIR, type Measure } from '../support/office-measures.ts';
import { openOffice } from '../support/office-page.ts';
import { createPlayer, type Way } from '../support/office-player.ts';
import { withUploads } from '../support/upload-route.ts';

// The first test of a worker opens the in-process server.
test.beforeEach(() => test.slow());

function record({ skippedPart }: OfficeJob, measure: Measure) {
  if (skippedPart) return;
  mkdirSync(MEASURES_DIR, { recursive: true });
  writeFileSync(measureFile(measure), JSON.stringify(measure));
}

const titleOf = ({ name, skippedPart }: OfficeJob) =>
  skippedPart ? `${name}, ${skippedPart}` : name;
const secondsSince = (start: number) => (performance.now() - start) / 1000;

/** The first ring plays one job. */
const FIRST_RING: Partial<Record<Way, string>> = {
  keyboard: 'Find a buyer’s order by number and refund',
};

function testJob(job: OfficeJob, way: Way) {
  const tag = FIRST_RING[way] === job.name ? [] : ['@deep'];
  test(titleOf(job), { tag }, async ({ page, context, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(403));
    await withInProcessServer(context, async (server) => {
      const { play, check } = await job.prepare(server);
      const office = createPlayer(page, await openOffice(server, page, '#/', ...job.roles), way);
      await withUploads(context, server, async () => {
        const start = performance.now();
        await play(office);
        record(job, { job: job.name, way, seconds: secondsSince(start), ...office.counts });
      });
      await check?.();
    });
  });
}

test.describe('with the mouse', () => {
  for (const job of OFFICE_JOBS) testJob(job, 'mouse');
});

test.describe('with the keyboard alone', () => {
  for (const job of OFFICE_JOBS) testJob(job, 'keyboard');
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  });
  for (const job of OFFICE_JOBS) testJob(job, 'phone');
});

test.describe('on the command line', () => {
  for (const job of OFFICE_JOBS)
    test(titleOf(job), { tag: '@deep' }, async () => {
      const server = await aWorkerServer();
      const { commands, cwd = process.cwd(), input = '', check } = await job.prepare(server);
      const start = performance.now();
      for (const command of commands) {
        const line = command.replace(/ [<>] \S+$/, '');
        const { code, err } = await aCommandRunner(server).cinema(line, {
          cwd,
          stdin: async () => input,
        });
        expect({ command, code, err }).toMatchObject({ code: 0 });
      }
      const words = commands.join(' ').split(/\s+/).length;
      const seconds = secondsSince(start);
      record(job, { job: job.name, way: 'commandLine', seconds, steps: commands.length, words });
      await check?.();
    });
});
