// Installs missing packages of package-lock.json. With `run`: only the packages that `npm start` needs; without an argument:
// also the developer packages. With `check`: installs nothing, and fails if packages are missing.
// This script runs on the Node of the machine (18 or newer); all other scripts need a Node that runs TypeScript.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = join(root, 'node_modules', '.matinee-setup');
const lockDigest = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const [installedDigest, installedPart] = existsSync(stampFile)
  ? readFileSync(stampFile, 'utf8').split(' ')
  : [];
// `run` keeps developer packages that are already installed.
const hasDevPackages = installedPart !== 'run' && existsSync(join(root, 'node_modules'));
const needsDevPackages = process.argv[2] !== 'run' || hasDevPackages;
const hasOwnNode = existsSync(join(root, 'node_modules', '.bin', 'node'));
// npm may run this script on the Node in node_modules, which `npm ci` deletes.
const isMachineNodeSupported =
  !process.execPath.startsWith(join(root, 'node_modules')) &&
  isSupportedVersion(process.versions.node);

if (Number(process.versions.node.split('.')[0]) < 18)
  fail(`Setup needs Node 18 or newer; this is Node ${process.versions.node}. Install a newer one.`);
// `npm run serve` installs nothing: several servers may run from this folder, without the right to write there.
if (process.argv[2] === 'check') {
  if (hasOwnNode || (isMachineNodeSupported && existsSync(join(root, 'node_modules'))))
    process.exit(0);
  fail('The packages are not installed. Run `npm run setup`, then `npm run serve` again.');
}
const isInstalled = installedDigest === lockDigest && (hasOwnNode || isMachineNodeSupported);
if (!isInstalled) install(['ci']);
// Adds packages without deleting installed ones, which a running server may use.
else if (needsDevPackages && installedPart === 'run') install(['install', '--no-save']);

/** Chosen: only the major version that the tests use. For other versions the package `node` is installed. */
function isSupportedVersion(version) {
  const [major, minor] = version.split('.').map(Number);
  return major === 24 && minor >= 12;
}

function canInstallNativePackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}

function readNodePackageVersion() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node;
}

function install(command) {
  console.log(
    `Installing ${needsDevPackages ? 'all packages' : 'the packages that a start needs'} (once; about a minute) …`,
  );
  const started = Date.now();
  const npm = process.env.npm_execpath;
  const [program, programArgs] = npm ? [process.execPath, [npm]] : ['npm', []];
  // On an older Node, npm silently skips native packages whose `engines` do not match (sharp, the bundler).
  const newerNodeArgs =
    npm && !canInstallNativePackages()
      ? ['exec', '--yes', `--package=node@${readNodePackageVersion()}`, '--', 'node', npm]
      : [];
  const args = [
    ...newerNodeArgs,
    ...command,
    needsDevPackages ? '--include=dev' : '--omit=dev',
    // The only needed install script downloads Node (40 MB).
    ...(isMachineNodeSupported ? ['--ignore-scripts'] : []),
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const result = spawnSync(program, [...programArgs, ...args], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0)
    fail(
      'The packages could not be installed. Check that the npm registry is reachable and the folder is writable.',
    );
  try {
    writeFileSync(stampFile, `${lockDigest} ${needsDevPackages ? 'all' : 'run'}`);
  } catch (error) {
    fail(`The folder ${dirname(stampFile)} cannot be written: ${error.message}`);
  }
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
