// Adds members to a running society's data, and signs browsers in as them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { buildSession, createSession, sessionCookie } from '#features/society/accounts/server/index.ts';
import { createEncryption, type Encryption } from '#platform/server/crypto/encryption.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import { type Database, type DbTransaction, openDatabase, write } from '#platform/server/database/index.ts';
import { openStorage } from '#platform/server/storage/open-storage.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import { buildDatabaseLocation } from '../../../src/command-line.ts';
import { buildFilesLocation, parseConfig } from '../../../src/config.ts';
import { loadOrCreateDataKey } from '../../../src/data-key.ts';
import { migrations } from '../../../src/migrations/index.ts';
import type { RunningSite } from '../site/site.ts';
import { createFactories, type Factories } from './factories.ts';

/** Runs `work` directly on the data of a running site. */
export async function withSiteData<T>(
  site: Pick<RunningSite, 'dataDir' | 'env'>,
  work: (a: Factories, db: Database, storage: FileStorage) => Promise<T>,
): Promise<T> {
  const config = parseConfig({ ...site.env, DATA_DIR: site.dataDir });
  const db = await openDatabase(buildDatabaseLocation(config), migrations);
  const storage = await openStorage(buildFilesLocation(config));
  try {
    return await work(createFactories(db, storage), db, storage);
  } finally {
    await db.close();
  }
}

/** Creates a user with these permissions. */
export const createUserWith = (
  site: RunningSite,
  name: { firstname: string; lastname: string },
  permissions: Parameters<Factories['allow']>[1],
) =>
  withSiteData(site, async (a) => {
    const user = await a.user(name);
    await a.allow(user, permissions);
    return user;
  });

/** Signs a browser in as this user, without the form. */
export async function signIn(
  site: RunningSite,
  context: Pick<BrowserContext, 'addCookies'>,
  user: { id: string },
): Promise<void> {
  const some = { userId: user.id, stage: 'full', device: 'Chromium', address: '127.0.0.1' } as const;
  const session = buildSession({ ...some, at: new Date().toISOString() });
  await withSiteData(site, (_, db) => write(db, (tx) => createSession(tx, session)));
  // The cookie is replaced in one step. If it were deleted first, a request of an open page could be refused in between
  await context.addCookies([{ name: sessionCookie, value: session.token, url: site.url }]);
}

/** Signs in with the form of the sign-in page. */
export async function signInByForm(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const form = page.getByRole('main');
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Sets the signed-in user's last authentication to a quarter of an hour ago. */
export const expireAuthentication = (site: RunningSite, user: { id: string }): Promise<void> =>
  withSiteData(site, async (_, db) => {
    const authenticated_at = new Date(Date.now() - 15 * 60_000).toISOString();
    const work = (tx: DbTransaction) =>
      tx.updateTable('session').set({ authenticated_at }).where('user_id', '=', user.id).execute();
    await write(db, work);
  });

/** Ends all sessions of a user. An open page doesn't notice. */
export const signOut = (site: RunningSite, user: { id: string }): Promise<void> =>
  withSiteData(site, async (_, db) => {
    await write(db, (tx) => tx.deleteFrom('session').where('user_id', '=', user.id).execute());
  });

/**
 * Returns a performance of the demo's next show, by its number from 0, and the show. Their ids don't depend on shows
 * that other journeys add.
 */
export async function findDemoPerformance(site: RunningSite, night: number): Promise<{ id: Id; show: Id }> {
  const id = deriveId(`demo performance ${night}`);
  const { show_id: show } = await withSiteData(site, (_, db) =>
    db.read.selectFrom('performance').select('show_id').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return { id, show };
}

/** Returns the site's encryption, which creates links and the codes of tickets. */
export const loadSiteEncryption = async ({ dataDir }: RunningSite, db: Database): Promise<Encryption> => {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim();
  return createEncryption(await loadOrCreateDataKey(db, { secret, before: '' }, new Date().toISOString()));
};
