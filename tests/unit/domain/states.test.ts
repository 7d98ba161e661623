import { describe, expect, test } from 'vitest';
import {
  findState,
  findStateByName,
  placeName,
  stateOf,
  stateOfGstin,
  STATES,
} from '#domain/states.ts';

describe('the States of India', () => {
  test('are 28 States and 8 union territories, each with its own code and name', () => {
    expect(STATES).toHaveLength(36);
    expect(new Set(STATES.map(({ code }) => code)).size).toBe(36);
    expect(new Set(STATES.map(({ name }) => name)).size).toBe(36);
  });

  test('are sorted by name', () => {
    const names = STATES.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((one, two) => one.localeCompare(two)));
  });

  test('five territories have no legislature', () => {
    expect(STATES.filter(({ isTerritory }) => isTerritory).map(placeName)).toEqual([
      '35-Andaman and Nicobar Islands',
      '04-Chandigarh',
      '26-Dadra and Nagar Haveli and Daman and Diu',
      '38-Ladakh',
      '31-Lakshadweep',
    ]);
  });
});

test.each([
  ['33', 'Tamil Nadu'],
  ['29', 'Karnataka'],
  ['07', 'Delhi'],
  ['37', 'Andhra Pradesh'],
  ['01', 'Jammu and Kashmir'],
])('%s is %s', (code, name) => {
  expect(stateOf(code).name).toBe(name);
});

test.each(['28', '25', '97', '7', '', null, undefined])('%s is not the code of a State', (code) => {
  expect(findState(code)).toBeUndefined();
});

test.each([
  ['33AAAAA0000A1Z5', 'Tamil Nadu'],
  ['97AAPFU0939F1ZV', 'Other Territory'],
  ['9923USA29001OSI', 'Centre Jurisdiction'],
  ['28AAPFU0939F1ZV', undefined],
])('the GSTIN %s contains the place %s', (gstin, name) => {
  expect(stateOfGstin(gstin)?.name).toBe(name);
});

test.each([
  ['Tamil Nadu', '33'],
  ['  tamil   nadu ', '33'],
  ['Jammu & Kashmir', '01'],
  ['Orissa', '21'],
  ['Pondicherry', '34'],
  ['National Capital Territory of Delhi', '07'],
  ['Bavaria', undefined],
  ['', undefined],
  [null, undefined],
])('the place name %j belongs to %s', (name, code) => {
  expect(findStateByName(name)?.code).toBe(code);
});
