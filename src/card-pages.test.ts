import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSquareProvider, type SquareAccess, squareBaseUrls } from '#features/money/payments/server/index.ts';
import { loadBuiltFrontend } from '#platform/server/http/response/frontend.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { dataKey, onEachSite } from '#tests/support/site/app.ts';
import { createTemporaryFolder, type DatabaseTestContext, onEachEngine } from '#tests/support/site/engines.ts';
import { buildApp } from './app.ts';

/** The pages where members and visitors pay. Add every new page that takes a card. */
const cardPages = ['/members/account_settings', '/tickets/basket'];

/** Reads the content security policy of each page, by path, and finds out if the privacy notice names Square. */
async function readPolicies(db: DatabaseTestContext['db'], environment?: SquareAccess['environment']) {
  const keys = { accessToken: 't', applicationId: 'a', locationId: 'l', signatureKey: 's' };
  const app = await buildApp({
    db,
    storage: createDiskStorage(createTemporaryFolder()),
    frontend: await loadBuiltFrontend(join(import.meta.dirname, '../dist')),
    dataKey,
    maxDelayMs: 0,
    paymentProvider: environment && createSquareProvider({ environment, baseUrl: squareBaseUrls.sandbox, ...keys }),
  });
  onTestFinished(() => app.close());
  const policies = new Map<string, string>();
  for (const { path } of app.routes.filter(({ kind }) => kind === 'page')) {
    const url = path.replaceAll(/:\w+|\*/g, 'none');
    const { headers } = await app.fastify.inject({ url, headers: { accept: 'text/html' } });
    policies.set(path, `${headers['content-security-policy']}`);
  }
  const { body: privacy } = await app.fastify.inject({ url: '/privacy', headers: { accept: 'text/html' } });
  return { policies, tellsOfSquare: /loads the card form from <strong>Square/.test(privacy) };
}

onEachEngine(
  'only a page that takes a card allows Square’s script and the verification pages of banks',
  async ({ db }) => {
    for (const [environment, host] of [
      ['sandbox', 'https://sandbox.web.squarecdn.com'],
      ['production', 'https://web.squarecdn.com'],
    ] as const) {
      const { policies, tellsOfSquare } = await readPolicies(db, environment);
      expect(policies.size).toBeGreaterThan(40);
      expect(tellsOfSquare).toBe(true);
      for (const path of cardPages) {
        expect(policies.get(path)).toMatch(new RegExp(`script-src 'self' ${host} 'sha256-[^ ]*';`));
        expect(policies.get(path)).toMatch(/frame-src 'self' https:(;|$)/);
      }
      const others = [...policies].filter(([path]) => !cardPages.includes(path));
      expect(others.filter(([, policy]) => /squarecdn|https:(;| |$)/.test(policy))).toEqual([]);
    }
  },
  ['sqlite'],
);

onEachEngine(
  'with simulated or disabled card payments, no page’s CSP allows the origins of Square or of banks',
  async ({ db }) => {
    for (const environment of ['practice', undefined] as const) {
      const { policies, tellsOfSquare } = await readPolicies(db, environment);
      expect([...policies.values()].filter((policy) => /squarecdn|https:(;| |$)/.test(policy))).toEqual([]);
      expect(tellsOfSquare).toBe(false);
    }
  },
  ['sqlite'],
);

const dist = join(import.meta.dirname, '../dist/browser');

// PCI DSS 4.0 (6.4.3) requires an inventory of the scripts of pages that take a card. Such a page may load only the
// scripts that this test names
onEachSite(
  'a page that takes a card loads only our own scripts from this build and Square’s script',
  async ({ a, as }) => {
    const { get, page } = await as(await a.user());
    const { 'src/head-script.ts': built } = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
    const first = readFileSync(join(dist, built.file), 'utf8');
    for (const path of cardPages) {
      const { body, headers } = await get(path, { accept: 'text/html' });
      const scripts = Array.from(
        body.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g),
        ([, attributes = '', text = '']) => ({
          attributes,
          text,
        }),
      );
      const ours = scripts.flatMap(
        ({ attributes }) => /\bdata-modules="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? [],
      );
      expect(ours.length).toBeGreaterThan(0);
      expect(scripts.filter(({ attributes }) => /\bsrc=/.test(attributes))).toEqual([]);
      const fetched = Array.from(
        body.matchAll(/<link\b[^>]*rel="modulepreload"[^>]*href="([^"]*)"/g),
        ([, at = '']) => at,
      );
      for (const address of [...ours, ...fetched]) {
        expect(address).toMatch(/^\/assets\/[\w.-]+\.js$/);
        expect(existsSync(join(dist, address))).toBe(true);
      }
      // Inline scripts are data that no browser runs, except for the build's own first script
      const run = scripts.filter(({ attributes }) => !/type="application\/(ld\+)?json"/.test(attributes));
      expect(run.map(({ text }) => text)).toEqual([first]);
      const hash = createHash('sha256').update(first).digest('base64');
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
      const others = JSON.stringify((await page(path)).content).match(/https?:[^"\\]*\.js/g) ?? [];
      expect(others.filter((address) => address !== 'https://web.squarecdn.com/v1/square.js')).toEqual([]);
    }
    expect(JSON.stringify((await page('/members/account_settings')).content)).toContain(
      'web.squarecdn.com/v1/square.js',
    );
  },
  ['sqlite'],
  async () => {
    const keys = { accessToken: 't', applicationId: 'a', locationId: 'l', signatureKey: 's' };
    const paymentProvider = createSquareProvider({
      environment: 'production',
      baseUrl: squareBaseUrls.sandbox,
      ...keys,
    });
    return paymentProvider;
  },
);

test('in our browser code, only the head script and the Square card form add script elements', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: join(import.meta.dirname, '..') });
  const bring = sources
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.|\/server\/|src\/(demo|practice)\//.test(file))
    .filter((file) =>
      /createElement\(['"]script|importScripts|\beval\(|new Function\(/.test(readFileSync(file, 'utf8')),
    );
  expect(bring.sort()).toEqual(['src/features/money/payments/web/square/square-card-form.ts', 'src/head-script.ts']);
});
