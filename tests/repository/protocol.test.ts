import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { onEachSite } from '#tests/support/app.ts';
import { openApi, openApiFile } from '../../tools/protocol/openapi.ts';
import { protocolFile, protocolPage } from '../../tools/protocol/protocol.ts';
import { block } from '../../tools/protocol/shape.ts';

onEachSite(
  'other clients read in docs/protocol.md what the site does today, and nothing that they rely on is gone',
  async ({ app }) => {
    await expect(await protocolPage(app.routes)).toMatchFileSnapshot(protocolFile);
  },
  ['sqlite'],
);

onEachSite(
  'a generator of clients reads at /api/openapi.json what the site does today, as OpenAPI 3.1',
  async ({ app, get }) => {
    const made = await openApi(app.routes);
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(made))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    await expect(made).toMatchFileSnapshot(openApiFile);
    const served = await get('/api/openapi.json');
    expect(served.headers['content-type']).toContain('application/json');
    expect(served.body).toBe(readFileSync(openApiFile, 'utf8'));
  },
  ['sqlite'],
);

onEachSite(
  'every address of the site is in the description, under a name of its own, with who may use it',
  async ({ app }) => {
    const { paths } = JSON.parse(await openApi(app.routes)) as {
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

test('the page marks what is law, with what it stands in', () => {
  expect(block('prop', Prop, ['id', 'lent[].by'])).toBe(
    '```\n* id: string\n* lent: {\n*   by: string\n    note: string\n  }[]\n```\n',
  );
});

test('a name that other clients rely on cannot be renamed without notice', () => {
  expect(() => block('prop', Prop, ['id', 'lent[].lender'])).toThrow('lent[].lender');
});
