import { parseLetterPairs } from './letter-pairs.ts';

export const EUROPEAN_LETTERS = parseLetterPairs(`
  ßss æae øo đd ðd þth łl œoe ıi
  аa бb вv гg дd еe жzh зz иi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щsh ъ ь ыy эe юyu яya іi єye ґg
  αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υi φf χch ψps ωo`);
