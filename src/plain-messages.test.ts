import { expect } from 'vitest';
import { z } from 'zod';
import { accept } from '#platform/server/http/call.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { onEachSite } from '#tests/support/app.ts';

/** Values that a careless client may send in a field's place. */
const odd: unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x'.repeat(600_000),
  'not one',
  -1,
  0,
  1.5,
  1e12,
  Number.NaN,
  true,
  [],
  ['x'],
  [{}],
  Array.from({ length: 6000 }, () => 'x'),
  {},
  { a: 1 },
];

/** How the schemas’ library words its messages where nobody has written any. */
const libraryLabels =
  /\binvalid\b|\bexpected\b|\breceived\b|must match|too (small|big)|unrecognized|>=|<=|undefined|\bNaN\b|\bregex\b|[{}[\]\\^$]/i;

/** Every message with which a schema refuses a body. */
function said(schema: z.ZodType, body: unknown): string[] {
  try {
    accept(schema, body);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.message, ...Object.values(error.fields ?? {})];
  }
}

const shapeOf = (schema: z.ZodType): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

onEachSite('whatever a call is sent, it says what is wrong in words that a volunteer understands', async ({ app }) => {
  const calls = app.routes.flatMap(({ path, schemas }) => (schemas?.body ? [{ path, accepts: schemas.body }] : []));
  expect(calls.length).toBeGreaterThan(40);
  for (const { path, accepts } of calls) {
    const bodies = [
      ...odd,
      ...shapeOf(accepts).flatMap((field) => odd.map((value) => ({ [field]: value }))),
      ...odd.map((value) => Object.fromEntries(shapeOf(accepts).map((field) => [field, value]))),
    ];
    const heard = new Set(bodies.flatMap((body) => said(accepts, body)));
    expect({ path, heard: [...heard].filter((words) => libraryLabels.test(words)) }).toEqual({ path, heard: [] });
  }
});
