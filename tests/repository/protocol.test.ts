import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildOpenApi } from '../../tools/protocol/openapi.ts';
import { listBrokenPromises, listPromises } from '../../tools/protocol/promises.ts';
import { buildProtocolPage } from '../../tools/protocol/protocol.ts';
import { formatBlock } from '../../tools/protocol/shape.ts';
import { onEachSite } from '../support/site/app.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path));

onEachSite(
  'the built OpenAPI file and protocol page match the routes',
  async ({ app }) => {
    expect(read('dist/openapi.json').toString()).toBe(await buildOpenApi(app.routes));
    expect(read('dist/protocol.md').toString()).toBe(await buildProtocolPage(app.routes));
  },
  ['sqlite'],
);

onEachSite(
  '/api/openapi.json serves the built description, which is valid OpenAPI 3.1',
  async ({ get }) => {
    const served = await get('/api/openapi.json');
    expect(served.headers['content-type']).toContain('application/json');
    expect(served.body).toBe(read('dist/openapi.json').toString());
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(served.body))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  },
  ['sqlite'],
);

test.each(['4dee7545', '0.2.0'])(
  'the API description still has everything it had in %s, and no call requires further fields',
  (version) => {
    const released = gunzipSync(read(`tests/released/${version}.protocol.gz`))
      .toString()
      .trim()
      .split('\n');
    expect(released.length).toBeGreaterThan(5000);
    expect(listBrokenPromises(released, listPromises(read('dist/openapi.json').toString()))).toEqual([]);
  },
);

test('removing a field, value or type, or requiring a new field, breaks the protocol; other additions don’t', () => {
  const described = (body: object, page: object) =>
    listPromises(JSON.stringify({ paths: {}, components: { schemas: { 'body.lend': body, 'page.prop': page } } }));
  const field = (name: string, schema: object) => ({
    type: 'object',
    properties: { [name]: schema },
    required: [name],
  });
  const before = described(field('to', { type: 'string' }), field('state', { enum: ['lent', 'home'] }));
  const broken = (body: object, page: object) => listBrokenPromises(before, described(body, page));
  const more = { type: 'object', properties: { to: { type: 'string' }, until: field('day', { type: 'string' }) } };
  expect(broken(more, field('state', { enum: ['lent', 'home', 'lost'] }))).toEqual([]);
  expect(broken({ ...more, required: ['to', 'until'] }, field('state', { enum: ['lent'] }))).toEqual([
    'gone: page.prop.state = "home"',
    'needs body.lend.until',
  ]);
  expect(broken(field('to', { type: 'integer' }), { type: 'object' })).toEqual([
    'gone: body.lend.to: string',
    'gone: page.prop.state = "home"',
    'gone: page.prop.state = "lent"',
  ]);
});

onEachSite(
  'each route except webhooks is in the OpenAPI document, with a unique name and its permitted users',
  async ({ app }) => {
    const { paths } = JSON.parse(await buildOpenApi(app.routes)) as {
      paths: Record<string, Record<string, { description: string; operationId: string }>>;
    };
    const described = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(described).toHaveLength(app.routes.filter(({ kind }) => kind !== 'webhook').length);
    expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length);
    expect(described.filter(({ description }) => !description.startsWith('For: '))).toEqual([]);
  },
  ['sqlite'],
);

const Prop = z.object({ id: z.string(), lent: z.array(z.object({ by: z.string(), note: z.string().default('') })) });

test('the protocol page marks each field that other clients rely on with an asterisk', () => {
  expect(formatBlock('prop', Prop, ['id', 'lent[].by'])).toBe(
    '```\n* id: string\n* lent: {\n*   by: string\n    note: string\n  }[]\n```\n',
  );
});

test('a field that other clients rely on and that is missing from its contract is reported', () => {
  expect(() => formatBlock('prop', Prop, ['id', 'lent[].lender'])).toThrow('lent[].lender');
});
