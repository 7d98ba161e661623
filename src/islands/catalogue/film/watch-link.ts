import { followWatchLink } from '#stores/watch-link.ts';

void followWatchLink();
