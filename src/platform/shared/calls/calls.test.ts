import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { declareCall, type ResponseOf, withParams } from './calls.ts';

const lendProp = declareCall('POST', '/members/api/props/:id/lend/:day', {
  body: z.object({ note: z.string().default('') }),
  answers: { 200: z.object({ due: z.string() }), 409: z.object({ by: z.string() }) },
});
const findProps = declareCall('GET', '/members/api/props', { query: ['q', 'page'] });

test('a call’s path contains its params, and the other values are in the query', () => {
  const { path } = withParams(lendProp, { id: 'a/b?c', day: '2026-12-01' });
  expect(path).toBe('/members/api/props/a%2Fb%3Fc/lend/2026-12-01');
  expect(withParams(findProps, { q: 'tea & pot' }).path).toBe('/members/api/props?q=tea+%26+pot');
});

test.each(['', '.', '..'])('the param “%s” is refused, because it would lead to another path', (id) => {
  expect(() => withParams(lendProp, { id, day: '2026-12-01' })).toThrow(lendProp.path);
  expect(withParams(findProps, { q: id }).path).toBe(`/members/api/props?q=${id}`);
});

test('a response is typed by its code: success, conflict, or an error', () => {
  const answer = { code: 409, msg: 'Ben has it.', by: 'Ben' } as ResponseOf<typeof lendProp>;
  if (answer.code === 200) expectTypeOf(answer.due).toEqualTypeOf<string>();
  else if (answer.code === 409) expectTypeOf(answer.by).toEqualTypeOf<string | undefined>();
  else expectTypeOf(answer).not.toHaveProperty('due');
  expectTypeOf(withParams<'/props/:id', Record<never, never>>)
    .parameter(1)
    .toEqualTypeOf<{ readonly id: string }>();
});
