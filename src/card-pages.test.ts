import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openSquare, type SquareAccess, squareAddresses } from '#features/payments/server/index.ts';
import { builtFrontend } from '#platform/server/http/frontend.ts';
import { diskStorage } from '#platform/server/storage/storage.ts';
import { secret } from '#tests/support/app.ts';
import { type OnEngine, onEachEngine, temporaryFolder } from '#tests/support/engines.ts';
import { buildApp } from './app.ts';

/** Where members pay. Whoever adds a page that takes a card adds it here. */
const cardPages = ['/members/account_settings'];

/** The policy of every page's document, by its path, where cards are paid with like this. */
async function policiesOf(db: OnEngine['db'], environment?: SquareAccess['environment']) {
  const keys = { accessToken: 't', applicationId: 'a', locationId: 'l', signatureKey: 's' };
  const app = await buildApp({
    db,
    storage: diskStorage(temporaryFolder()),
    front: await builtFrontend(join(import.meta.dirname, '../dist')),
    secret,
    longestDelay: 0,
    square: environment && openSquare({ environment, baseUrl: squareAddresses.sandbox, ...keys }),
  });
  onTestFinished(() => app.close());
  const policies = new Map<string, string>();
  for (const { path } of app.routes.filter(({ kind }) => kind === 'page')) {
    const url = path.replaceAll(/:\w+|\*/g, 'none');
    const { headers } = await app.fastify.inject({ url, headers: { accept: 'text/html' } });
    policies.set(path, `${headers['content-security-policy']}`);
  }
  return policies;
}

onEachEngine(
  'the page that takes a card lets Square’s script and any bank’s question in, and no other page does',
  async ({ db }) => {
    for (const [environment, host] of [
      ['sandbox', 'https://sandbox.web.squarecdn.com'],
      ['production', 'https://web.squarecdn.com'],
    ] as const) {
      const policies = await policiesOf(db, environment);
      expect(policies.size).toBeGreaterThan(40);
      for (const path of cardPages) {
        expect(policies.get(path)).toContain(`script-src 'self' ${host};`);
        expect(policies.get(path)).toMatch(/frame-src 'self' https:(;|$)/);
      }
      const others = [...policies].filter(([path]) => !cardPages.includes(path));
      expect(others.filter(([, policy]) => /squarecdn|https:(;| |$)/.test(policy))).toEqual([]);
    }
  },
  ['sqlite'],
);

onEachEngine(
  'for practice, and where paying is off, no page lets anybody else in',
  async ({ db }) => {
    for (const environment of ['practice', undefined] as const) {
      const policies = await policiesOf(db, environment);
      expect([...policies.values()].filter((policy) => /squarecdn|https:(;| |$)/.test(policy))).toEqual([]);
    }
  },
  ['sqlite'],
);
