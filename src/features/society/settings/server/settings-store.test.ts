import { expect } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { findSettingsVersion, readSettings, saveSettings } from './settings-store.ts';

onEachEngine('a refused save changes no settings, even if none was ever saved', async ({ db }) => {
  const save = (docsText: string, version: number) =>
    write(db, (tx) => saveSettings(tx, { docsText }, { docsText: version }));
  const stored = () => db.read.selectFrom('setting').selectAll().execute();
  const before = [await stored(), await readSettings(db.read)];
  expect(await save('Late', 5)).toBe(false);
  expect([await stored(), await readSettings(db.read)]).toEqual(before);

  expect(await save('Ask Ruth.', 0)).toBe(true);
  expect(await save('Ask Tom.', 0)).toBe(false);
  expect(await save('Ask Tom.', 1)).toBe(true);
  expect((await readSettings(db.read)).docsText).toBe('Ask Tom.');
  expect(await findSettingsVersion(db.read, 'docsText')).toBe(2);
});
