import type { Letter, MoneyWorld } from './world.ts';

type How = 'once' | 'twice' | 'garbled';

/** The providers' letters are brought to a process; one that was taken does not come again. */
export async function hear(world: MoneyWorld, at: number, place: number, how: How) {
  const letter = world.letters[place % Math.max(1, world.letters.length)];
  if (!letter) return;
  const { post, fuse } = world.processes[at]!;
  const body = how === 'garbled' ? letter.body.replace(/"(amount|value)":"?\d+/, '$&9') : letter.body;
  const bring = () => post(letter.path, { body, headers: letter.headers });
  const answers = await Promise.all(how === 'twice' ? [bring(), bring()] : [bring()]);
  if (fuse.diedAt()) return;
  // 503: the provider's certificate did not come.
  const expected = body === letter.body ? [200, 503] : [401];
  if (answers.some(({ status }) => !expected.includes(status)))
    throw new Error(`A webhook heard ${how} was answered ${answers.map(({ text }) => text).join(' and ')}: ${body}`);
  if (answers.every(({ status }) => status === 200)) putAway(world, letter);
}

function putAway({ letters }: MoneyWorld, letter: Letter) {
  const place = letters.indexOf(letter);
  if (place >= 0) letters.splice(place, 1);
}

/** What is in the bag now, in order. */
export async function hearAll(world: MoneyWorld, at: number) {
  for (let left = world.letters.length; left > 0; left--) await hear(world, at, 0, 'once');
}

export const loseLetter = ({ letters }: MoneyWorld, place: number) =>
  letters.splice(place % Math.max(1, letters.length), 1);
