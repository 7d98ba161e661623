import fc, { anyText } from '../../support/fast-check.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { normalizeSearchText, searchColumns, searchKey } from '#domain/search-key.ts';
import { transliterate, transliterations } from '#domain/transliterate.ts';

const sample = JSON.parse(readFileSync('scripts/sample/catalogue.json', 'utf8')) as {
  movies: { movieName: string }[];
};

describe('a sample name has the key of its usual Latin spelling', () => {
  test.each([
    ['கடைசி தண்டவாளம்', 'kadaisi thandavalam'],
    ['மழைக் கூட்டம்', 'mazhai koottam'],
    ['ராஜாவின் நகர்வு', 'raajavin nagarvu'],
    ['எதிர் வீடு', 'ethir veedu'],
    ['ரெண்டு சக்கரம்', 'rendu sakkaram'],
    ['रात की रेल', 'raat ki rel'],
    ['पहाड़ की खिड़की', 'pahaad ki khidki'],
    ['अधूरी चाय', 'adhuri chai'],
    ['गोल ज़ीना', 'gol zeena'],
    ['दीये की लौ', 'diye ki lau'],
    ['हिमरेषा', 'himresha'],
    ['मासोळीची गोष्ट', 'masolichi goshta'],
    ['തിരയുടെ താളം', 'thirayude thaalam'],
    ['മഴപ്പട്ടണം', 'mazhappattanam'],
    ['മീനിന്റെ വഴി', 'meeninte vazhi'],
    ['കായൽ നിലാവ്', 'kayal nilavu'],
    ['সিঁড়ির শেষে', 'sirir sheshe'],
    ['দুই মুখ এক চাঁদ', 'dui mukh ek chand'],
    ['নকশার পাখি', 'nokshar pakhi'],
    ['সাত দরজা', 'saat darja'],
    ['దూరపు దారి', 'doorapu daari'],
    ['రంగుల ముఖం', 'rangula mukham'],
    ['శూన్య కక్ష్య', 'shoonya kakshya'],
    ['ಹಬ್ಬದ ಮುಖ', 'habbada mukha'],
    ['ದರ್ಜಿ ಅಂಗಡಿ', 'darji angadi'],
    ['سوق الليل', 'souq al layl'],
    ['الباب البعيد', 'al bab al baeed'],
  ])('%s as %s', (movieName, spelling) => {
    expect(sample.movies.map((movie) => movie.movieName)).toContain(movieName);
    expect(
      searchColumns({ movieName })
        .searchSound.split('\n')
        .map((line) => line.trim()),
    ).toContain(searchKey(spelling));
  });
});

test.each([
  ['கடல்', 'katal'],
  ['காற்று', 'kaatru'],
  ['चंद्र', 'chandr'],
  ['ਰਾਤ', 'raat'],
  ['રાત', 'raat'],
  ['ଘର', 'ghara'],
  ['رات کی ریل', 'rat ki ril'],
  ['きゃべつ', 'kyabetsu'],
  ['シャツ', 'shatsu'],
  ['Москва', 'moskva'],
  ['Ελλάδα', 'ellada'],
  ['Straße Ångström', 'strasse angstrom'],
  ['१२ रात', '12 raat'],
])('%s is transliterated as %s', (text, latin) => {
  expect(transliterate(text)).toBe(latin);
});

test('the inherent vowel is spelled in every usual way', () => {
  expect(transliterations('দরজা')).toEqual(['dorjaa', 'darjaa', 'dorojaa', 'darajaa']);
  expect(transliterations('plain')).toEqual(['plain']);
});

test.each([
  ['raat', 'rat', 'rath', 'RAAT'],
  ['phool', 'fool', 'ful'],
  ['vazhi', 'wazhi', 'vali'],
  ['shaam', 'saam', 'sham'],
  ['zeena', 'jeena', 'jina'],
  ['rail', 'rel', 'reil'],
  ['koottam', 'kootam', 'kuttam'],
])('%s has the same key as its other spellings', (...spellings) => {
  expect(new Set(spellings.map(searchKey)).size).toBe(1);
});

test('a key has only letters, digits and single spaces for any text', () => {
  fc.assert(fc.property(anyText(), (text) => /^([a-z0-9]+( [a-z0-9]+)*)?$/.test(searchKey(text))));
});

test('texts match regardless of case, accents, vowel points and apostrophes', () => {
  expect(normalizeSearchText('  La  NIÑA’s –  Straße\n')).toBe("la nina's - straße");
  expect(normalizeSearchText('سُوق')).toBe('سوق');
});
