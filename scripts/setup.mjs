// Installs what package-lock.json names, when it is not installed yet. Runs on the machine's own Node (18 or newer);
// everything after it runs on the Node that it installs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.matinee-setup');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const isInstalled = () =>
  existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(join(root, 'node_modules', '.bin', 'node'));

if (Number(process.versions.node.split('.')[0]) < 18)
  fail(`Node 18 or newer is needed to set up; this is ${process.versions.node}.`);
if (!isInstalled()) install();

function install() {
  console.log('Installing packages (once; a minute or two) …');
  const started = Date.now();
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const result = spawnSync(command, [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (result.status !== 0)
    fail('The packages could not be installed. Is the npm registry within reach, and the folder writable?');
  try {
    writeFileSync(stamp, wanted);
  } catch (error) {
    fail(`The folder ${dirname(stamp)} cannot be written: ${error.message}`);
  }
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
