/** `npm run cinema -- <noun> <verb>`: the operator's commands. README "Operating it"; `--help` everywhere. */
import { enableCompileCache } from 'node:module';

// A command reads a thousand files; what was made of them is kept, so that the next one starts in two thirds of the time.
enableCompileCache();
const { main } = await import('./cinema/main.ts');

process.exitCode = await main(process.argv.slice(2));
