import { expect, test } from 'vitest';
import { describeForLog } from './logged-error.ts';

test('an error is logged without the row values that a database error quotes', () => {
  const row = 'Failing row contains (Ann Hale, ann@players.example, I would like to join).';
  const fault = Object.assign(new TypeError('new row violates check constraint'), { code: '23514', detail: row });
  const line = describeForLog(new Error('It could not be kept.', { cause: fault }));
  expect(line).toMatchObject({
    type: 'Error',
    message: 'It could not be kept.',
    stack: expect.stringContaining('logged-error.test'),
    cause: { type: 'TypeError', message: 'new row violates check constraint', code: '23514' },
  });
  expect(JSON.stringify(line)).not.toContain('Ann Hale');
});

test('a thrown value that is not an error is logged by its type alone', () => {
  expect(describeForLog('ann@players.example')).toEqual({ type: 'string', message: '', stack: '' });
});
