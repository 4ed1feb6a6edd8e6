import { expect, test } from 'vitest';
import { createParties } from '#tests/support/society/random-plans.ts';
import type { Party } from '../plan/plan.ts';
import { findSuggestedNeeds, listOpenSuggestions } from './note-suggestions.ts';

test.each([
  ...['My wife has a bad back', 'Back problems', 'We will be back late from work', 'Coming back from Leeds'],
  ...['Avoid the back', 'back row not wanted', 'Anywhere but the front', 'up front payment made'],
  ...['paid in front of Jo', 'Wheelchair not needed', 'no longer need the wheelchair space', 'not at the back'],
  ...['not near the front', 'Not on the aisle please', 'We don’t need the hearing loop', 'Steps are fine'],
  ...['He doesn’t need the hearing loop any more', 'Steps, the band, come too', 'It is her birthday', ''],
])('the note “%s” leads to no suggestion', (note) => {
  expect(findSuggestedNeeds(note)).toEqual([]);
});

test.each([
  ['deaf', ['loop']],
  ['wears hearing aids', ['loop']],
  ['Hard of hearing', ['loop']],
  ['Needs the hearing loop', ['loop']],
  ['has a T-coil', ['loop']],
  ['guide dog', ['aisle']],
  ['walking stick', ['aisle', 'steps']],
  ['hip replacement', ['aisle', 'steps']],
  ['on crutches', ['aisle', 'steps']],
  ['struggles with stairs', ['steps']],
  ['Unable to climb steps', ['steps']],
  ['can’t do stairs', ['steps']],
  ['She can’t manage stairs', ['steps']],
  ['No steps, please', ['steps']],
  ['Step-free if you can', ['steps']],
  ['Aisle, please: bad knee', ['aisle']],
  ['will bring a wheel chair', ['wheelchair']],
  ['One wheelchair', ['wheelchair']],
  ['Front row', ['front']],
  ['lip-reads', ['front']],
  ['At the back, please', ['back']],
  ['Not the front, back row please', ['back']],
] as const)('the note “%s” leads to the suggestions %j', (note, suggested) => {
  expect(findSuggestedNeeds(note)).toEqual(suggested);
});

test('a party named in a note is suggested as a neighbour unless already recorded or ignored', () => {
  const [first, second] = [...createParties([2, 3]).values()];
  if (!first || !second) throw new Error('There are two parties.');
  const bell: Party = { ...first, name: 'Jo Bell' };
  const suggested = (note: string, more: Partial<Party> = {}) =>
    listOpenSuggestions({ ...second, note, ...more }, [bell, second]).map(({ key }) => key);
  expect(suggested('With the Bells')).toEqual(['next_to_100001']);
  expect(suggested('Next to order 100001')).toEqual(['next_to_100001']);
  const marsh: Party = { ...bell, name: 'Colin Marsh' };
  expect(listOpenSuggestions({ ...second, note: 'With the Marshes' }, [marsh]).map(({ key }) => key)).toEqual([
    'next_to_100001',
  ]);
  expect(suggested('The bells were lovely')).toEqual([]);
  expect(suggested('With the Bells', { nextTo: ['100001'] })).toEqual([]);
  expect(suggested('With the Bells', { ignored: ['next_to_100001'] })).toEqual([]);
  expect(suggested('Aisle', { wishes: ['aisle'] })).toEqual([]);
});
