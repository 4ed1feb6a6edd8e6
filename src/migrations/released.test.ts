import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { type Engine, withSnapshot } from '#platform/server/database/index.ts';
import { builtFrontend } from '#platform/server/http/response/frontend.ts';
import { diskStorage } from '#platform/server/storage/disk-storage.ts';
import { dataKey } from '#tests/support/app.ts';
import { type DatabasePlace, emptyPlace, opened, temporaryFolder } from '#tests/support/engines.ts';
import { inPostgres } from '#tests/support/postgres.ts';
import { buildApp } from '../app.ts';

const folder = join(import.meta.dirname, '../../tests/released');
const front = builtFrontend(join(import.meta.dirname, '../../dist'));
// `0.1.0-early` and `0.1.0-middle` were never released: they are what the program wrote when it had thirty migrations and sold
// nothing yet, and when it had 57
const shape = /^(.*)\.sqlite\.gz$/;
const versions = readdirSync(folder).flatMap((name) => shape.exec(name)?.[1] ?? []);

/** A database as that version left it. */
async function leftBy(version: string, engine: Engine): Promise<DatabasePlace> {
  const place = await emptyPlace(engine);
  const read = (name: string) => gunzipSync(readFileSync(join(folder, `${version}.${name}.gz`)));
  if (place.url) await inPostgres(place.url, read('postgres.sql').toString());
  else writeFileSync(place.file, read('sqlite'));
  return place;
}

type Row = Record<string, unknown>;

/** Every row of every table, in an order of its own. */
const everythingAt = (place: DatabasePlace) =>
  withSnapshot(place, async ({ tables, read }) => {
    const all: Record<string, Row[]> = {};
    for (const name of tables.filter((one) => one !== 'migration')) {
      const { columns, rows } = await read(name);
      const found: Row[] = [];
      for await (const row of rows) found.push(Object.fromEntries(columns.map((column, at) => [column, row[at]])));
      all[name] = found;
    }
    return all;
  });

/** Tables that a later migration has put into others. A renamed table has its rows under the new name. */
const became: Record<string, string> = {
  // 0031, which gave the plain names to views of what isn't deleted
  ...{ deleted_post: 'post_with_deleted', deleted_file: 'file_with_deleted' },
};

/** Tables that have got rows of their own since: the revision of sales (0033). */
const gained = new Set(['revision']);

const inWords = (rows: readonly Row[], columns: readonly string[]) =>
  rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort();

/** Columns and tables that are gone, table by table: each row's values in the remaining columns must still be there. */
function lost(before: Record<string, Row[]>, after: Record<string, Row[]>): string[] {
  const isThere = (name: string) => name in after;
  const nowOf = (table: string) =>
    [became[table], table, `${table}_with_deleted`].find((name) => name && isThere(name));
  const missing: string[] = [];
  const counts: Record<string, number> = {};
  for (const [table, rows] of Object.entries(before)) {
    const name = nowOf(table) ?? '';
    const now = after[name] ?? [];
    counts[name] = (counts[name] ?? 0) + rows.length;
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column in (now[0] ?? {}));
    const left = inWords(now, columns);
    for (const row of inWords(rows, columns)) {
      const at = left.indexOf(row);
      if (at < 0 || columns.length === 0) missing.push(`${table}: ${row}`);
      else left.splice(at, 1);
    }
  }
  for (const [name, count] of Object.entries(counts)) {
    const now = after[name]?.length ?? 0;
    if (now !== count && !gained.has(name)) missing.push(`${name} had ${count} rows, and has ${now}`);
  }
  return missing;
}

for (const version of versions) {
  test(`a society that ${version} has written is all there after the upgrade, the same on both engines`, async () => {
    const afterwards: Record<string, Row[]>[] = [];
    for (const engine of ['sqlite', 'postgres'] as const) {
      const place = await leftBy(version, engine);
      const before = await everythingAt(place);
      expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
      const db = await opened(place);
      const after = await everythingAt(place);
      expect(lost(before, after)).toEqual([]);
      expect(after.show?.map(({ title }) => title)).toContain('Hay Fever');
      const storage = diskStorage(temporaryFolder());
      const app = await buildApp({ db, storage, frontend: await front, dataKey, longestDelay: 0 });
      onTestFinished(() => app.close());
      for (const url of ['/?react', '/past-shows?react', '/blog?react', '/sitedata']) {
        const { statusCode, body } = await app.fastify.inject({ url, headers: { host: 'players.example' } });
        expect([url, statusCode]).toEqual([url, 200]);
        if (url === '/sitedata') expect(body).toContain('Lanternside Players');
      }
      afterwards.push(after);
    }
    const [here = {}, there = {}] = afterwards;
    expect(Object.keys(here)).toEqual(Object.keys(there));
    const unlike = Object.entries(here).filter(([table, rows]) => {
      const columns = Object.keys(rows[0] ?? {});
      return inWords(rows, columns).join() !== inWords(there[table] ?? [], columns).join();
    });
    expect(unlike).toEqual([]);
  });
}
