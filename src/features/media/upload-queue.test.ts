import { expect, test } from 'vitest';
import { queueInWords, type Sending, stateInWords, toBegin } from './upload-queue.ts';

const one = (key: number, state: Sending['state'], some: Partial<Sending> = {}): Sending => ({
  key,
  name: `${key}.jpg`,
  state,
  sent: 0,
  msg: '',
  ...some,
});

test('two files are on their way at a time, in the order in which they were chosen', () => {
  const queue = [one(1, 'done'), one(2, 'making'), one(3, 'waiting'), one(4, 'waiting')];
  expect(toBegin(queue).map(({ key }) => key)).toEqual([3]);
  expect(toBegin(queue.slice(2)).map(({ key }) => key)).toEqual([3, 4]);
  expect(toBegin([one(1, 'sending'), one(2, 'making'), one(3, 'waiting')])).toEqual([]);
});

test('a file that failed holds up none that come after it, and is told of at the end', () => {
  const queue = [one(1, 'failed', { msg: 'This file is empty.' }), one(2, 'waiting')];
  expect(toBegin(queue).map(({ key }) => key)).toEqual([2]);
  expect(queueInWords([one(1, 'failed'), one(2, 'done')])).toBe(
    '1 of 2 files uploaded. 1 could not be taken: see below.',
  );
});

test('how far a file is never says that all is sent before it is', () => {
  expect(stateInWords(one(1, 'sending', { sent: 0.999 }))).toBe('Sending, 99 %');
  expect(stateInWords(one(1, 'failed', { msg: 'This file is empty.' }))).toBe('This file is empty.');
  expect(queueInWords([])).toBe('');
});
