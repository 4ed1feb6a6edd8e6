// Simulates a full disk, for tests that need one quickly; `npm run bench -- disk-full` really fills a disk.
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { type Database, write } from '#platform/server/database/index.ts';
import type { DatabaseTestContext } from '../support/site/engines.ts';
import { runInPostgres } from '../support/site/postgres.ts';

/**
 * Makes a database behave as on a full disk: SQLite's file can't grow, and in PostgreSQL each insert and update fails.
 *
 * @returns a function that makes the room available again
 */
export async function fillDisk({ engine, db, place }: DatabaseTestContext): Promise<() => Promise<void>> {
  return engine === 'sqlite' ? fillFile(db) : fillServer(place.url ?? '');
}

const maxPages = 1_073_741_823;

async function fillFile(db: Database): Promise<() => Promise<void>> {
  const pages = (most: number) => sql`pragma max_page_count = ${sql.lit(most)}`;
  await write(db, async (tx) => {
    // Fills the free space that deleted data has left in the file itself
    await sql`create table filling as select zeroblob(freelist_count * 4096) as zeros from pragma_freelist_count`.execute(
      tx,
    );
    // SQLite never sets the limit below the current number of pages, so a limit of 1 allows no further page
    await pages(1).execute(tx);
  });
  return async () => void (await write(db, (tx) => pages(maxPages).execute(tx)));
}

async function fillServer(url: string): Promise<() => Promise<void>> {
  const onEach = (statement: string) => `do $do$ declare t text; begin
    for t in select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' loop
      execute format('${statement}', t);
    end loop;
  end $do$`;
  const room = () =>
    runInPostgres(url, `${onEach('drop trigger if exists no_room on public.%I')}; drop function if exists no_room`);
  onTestFinished(room);
  await runInPostgres(
    url,
    `create function no_room() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
     ${onEach('create trigger no_room before insert or update on public.%I for each statement execute function no_room()')}`,
  );
  return room;
}
