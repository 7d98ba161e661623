import { followWatchLink } from '#stores/details/watch-link.ts';

void followWatchLink();
