import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { HttpError } from '#platform/server/http/errors/http-error.ts';
import { parseBody } from '#platform/server/http/routes/call.ts';
import { onSite } from '#tests/support/site/app.ts';
import { listRefusalMessages } from '../tests/repository/refusal-messages.ts';

/** Values that a careless client may send for a field. */
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

/** Matches the default messages of the schema library. */
const libraryMessages =
  /\binvalid\b|\bexpected\b|\breceived\b|must match|too (small|big)|unrecognized|>=|<=|undefined|\bNaN\b|\bregex\b|[{}[\]\\^$]/i;

/** Returns every message with which a schema refuses a body. */
function collectMessages(schema: z.ZodType, body: unknown): string[] {
  try {
    parseBody(schema, body);
    return [];
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return [error.message, ...Object.values(error.fields ?? {})];
  }
}

const shapeOf = (schema: z.ZodType): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/** Returns true if a message ends like a sentence. */
const endsAsSentence = (message: string) => /[.?!]$/.test(message);

onSite('every call explains invalid input in plain words', async ({ app }) => {
  const calls = app.routes.flatMap(({ path, schemas }) => (schemas?.body ? [{ path, accepts: schemas.body }] : []));
  expect(calls.length).toBeGreaterThan(40);
  for (const { path, accepts } of calls) {
    const bodies = [
      ...odd,
      ...shapeOf(accepts).flatMap((field) => odd.map((value) => ({ [field]: value }))),
      ...odd.map((value) => Object.fromEntries(shapeOf(accepts).map((field) => [field, value]))),
    ];
    const heard = new Set(bodies.flatMap((body) => collectMessages(accepts, body)));
    expect({ path, heard: [...heard].filter((words) => libraryMessages.test(words)) }).toEqual({ path, heard: [] });
    expect({ path, unfinished: [...heard].filter((words) => !endsAsSentence(words)) }).toEqual({
      path,
      unfinished: [],
    });
  }
});

const listed = execFileSync('git', ['ls-files', 'src/features', 'src/platform'], { encoding: 'utf8' });

/** Headings of the planner's news, which aren't sentences. */
const headings = ['No longer coming', 'Different seats', 'The plan'];

test('every error message, and every message next to a field, ends like a sentence', () => {
  const sources = listed.split('\n').filter((path) => /\.ts$/.test(path) && !/\.(test|cases|child)\.ts$/.test(path));
  const messages = sources.flatMap((path) =>
    listRefusalMessages(path, readFileSync(path, 'utf8')).map((message) => ({ path, message })),
  );
  expect(messages.length).toBeGreaterThan(400);
  expect(messages.filter(({ message }) => !endsAsSentence(message) && !headings.includes(message))).toEqual([]);
});

test('the check finds error messages written in place and those referred to by name', () => {
  const found = listRefusalMessages(
    'example.ts',
    `const late = 'Too late';
     const taken = { name: 'It is taken' };
     refuse(409, late);
     refuseFields({ name: full ? 'It is full' : \`Only \${left} are left\`, ...taken });
     const Name = z.object({ name: z.string().min(1, 'Enter a name') });
     const chosen = { fault: 'name', says: 'Choose a name' };`,
  );
  expect(found).toEqual(['Too late', 'It is full', 'Only … are left', 'It is taken', 'Enter a name', 'Choose a name']);
});

// JSX drops a line break between a value and a text, so the blank has to be written as {' '}. The pattern leaves out
// values that can't run into the next word: those of attributes (after "="), strings and templates that end with a
// blank, and values in a whole paragraph
const glued =
  /^[^\n]*(?<![=$])\{(?!\.\.\.)(?![^\n]*(?: ['"`](?= ?[:})])|<\/p>))(?:[^{}\n]|\{[^{}\n]*\})+\}\n +\p{L}[\p{L}’]*(?:[ ,.][^\n]*)?$/gmu;

test('on a screen, a value that ends a line doesn’t run into the next line’s first word', () => {
  const screens = execFileSync('git', ['ls-files', 'src/**/*.tsx'], { encoding: 'utf8' }).trim().split('\n');
  const found = screens.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(glued)].map(([text]) => text.trim()));
  expect(found).toEqual([]);
});

test('the check finds values that run into the next line’s first word, and no others', () => {
  const isGlued = (first: string) => new RegExp(glued).test(`  ${first}\n  left to go.`);
  const faults = [
    '{name}',
    'Hello {name}',
    "{count === 1 ? 'seat' : 'seats'}",
    '{format({ count })}',
    "{count}{' '}{unit}",
  ];
  expect(faults.filter((first) => !isGlued(first))).toEqual([]);
  const fine = [
    "{name}{' '}",
    "{isOne ? ': ' : ' In: '}",
    "{more && 'And more. '}",
    '<Field max={120}',
    '{...technicalText}',
    '{is && <p>{it}</p>}',
  ];
  expect(fine.filter(isGlued)).toEqual([]);
});
