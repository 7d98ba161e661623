// Installs what package-lock.json names, when it is not installed yet: with `run` only what `npm start` needs, else also the
// developers' packages (`npm run setup`). With `check` it installs nothing and says what to run. It runs on the machine's own Node (18 or newer);
// everything after it runs on a Node that can run TypeScript.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.matinee-setup');
const lockDigest = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const [installedDigest, installedPart] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
// A start removes no developers' packages that were installed before, by this script or by hand.
const hasAll = installedPart !== 'run' && existsSync(join(root, 'node_modules'));
const needsAll = process.argv[2] !== 'run' || hasAll;
const hasOwnNode = existsSync(join(root, 'node_modules', '.bin', 'node'));
// npm runs this script on the Node of an earlier installation, which `npm ci` removes: only the machine's own Node stays.
const isNodeEnough = !process.execPath.startsWith(join(root, 'node_modules')) && isEnough(process.versions.node);

if (Number(process.versions.node.split('.')[0]) < 18)
  fail(`Node 18 or newer is needed to set up; this is ${process.versions.node}.`);
// `npm run serve` installs nothing: several servers may run from this folder, by a user who may not write in it.
if (process.argv[2] === 'check') {
  if (hasOwnNode || (isNodeEnough && existsSync(join(root, 'node_modules')))) process.exit(0);
  fail('The packages are not installed. Run `npm run setup`, then `npm run serve` again.');
}
const isUsable = installedDigest === lockDigest && (hasOwnNode || isNodeEnough);
if (!isUsable) install(['ci']);
// Added beside what is there, which a house that is open may be using.
else if (needsAll && installedPart === 'run') install(['install', '--no-save']);

/** Chosen: only the major version that the tests run on; any other one gets the Node of the package `node`. */
function isEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major === 24 && minor >= 12;
}

/** What the engines of the packages with machine code ask for (package-lock.json). */
function isNodeForPackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}

function nodeOfPackages() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node;
}

function install(command) {
  console.log(`Installing ${needsAll ? 'all packages' : 'the packages that a start needs'} (once; about a minute) …`);
  const started = Date.now();
  const npm = process.env.npm_execpath;
  const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  // On an older Node npm leaves out the packages of pictures and of the bundler without a word: their engines do not fit.
  const byNewNode =
    npm && !isNodeForPackages() ? ['exec', '--yes', `--package=node@${nodeOfPackages()}`, '--', 'node', npm] : [];
  const args = [
    ...byNewNode,
    ...command,
    needsAll ? '--include=dev' : '--omit=dev',
    // The one script that matters brings Node, 40 MB.
    ...(isNodeEnough ? ['--ignore-scripts'] : []),
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const result = spawnSync(program, [...first, ...args], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0)
    fail('The packages could not be installed. Is the npm registry within reach, and the folder writable?');
  try {
    writeFileSync(stamp, `${lockDigest} ${needsAll ? 'all' : 'run'}`);
  } catch (error) {
    fail(`The folder ${dirname(stamp)} cannot be written: ${error.message}`);
  }
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
