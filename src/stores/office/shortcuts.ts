import { z } from 'zod';
import { persistentTabAtom } from '../lib/persistent-atom.ts';

/** Speech input may press a single key by mistake, so members can switch it off (WCAG 2.1.4). */
export const $isSlashOff = persistentTabAtom('officeSlashOff', z.boolean());
