/** `npm run cinema -- <noun> <verb>`: the operator's commands. README "Operating it"; `--help` everywhere. */
import { main } from './cinema/main.ts';

process.exitCode = await main(process.argv.slice(2));
