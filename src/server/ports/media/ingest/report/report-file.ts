import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DeliveryReport } from '#domain/delivery-report.ts';
import { parseJson } from '../../../../parse-json.ts';
import { PRIVATE_FILE } from '../../../../private-files.ts';
import { writeJson } from '../manifest.ts';

/**
 * Beside the manifest, which does not name it: it is never uploaded, stored for viewers or served.
 */
const REPORT_FILE = 'report.json';

export async function writeReport(folder: string, report: DeliveryReport): Promise<void> {
  const file = join(folder, REPORT_FILE);
  await writeJson(`${file}.new`, report, PRIVATE_FILE);
  await rename(`${file}.new`, file);
}

/** Null if an earlier version made the package, or the file is damaged. */
export async function readReport(folder: string): Promise<DeliveryReport | null> {
  const text = await readFile(join(folder, REPORT_FILE), 'utf8').catch(() => '');
  return DeliveryReport.safeParse(parseJson(text)).data ?? null;
}
