/** `npm run cinema -- <group> <command>`: the operator's commands. */
import { enableCompileCache } from 'node:module';

// Node caches the compiled modules: later commands start a third faster.
enableCompileCache();
const { main } = await import('./cinema/main.ts');

process.exitCode = await main(process.argv.slice(2));
