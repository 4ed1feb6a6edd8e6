import { useState } from 'react';
import type { Head } from '../../../platform/shared/head.ts';
import type { Page } from '../../../platform/shared/pages.ts';
import { tableQuery } from '../../../platform/shared/table.ts';
import { Said } from '../../../platform/web/alerts/index.ts';
import { useCall } from '../../../platform/web/calls/useCall.ts';
import { type Column, DataTable } from '../../../platform/web/table/index.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import type { FoundPerson, ListedPerson } from '../contract.ts';
import { peopleTable } from '../table.ts';
import styles from './PeoplePage.module.css';

type Content = Page<'people'>;

export const head = (page: Content): Head => ({ title: page.title, description: '', indexed: false });

const base = '/members/admin/people';

/** Everyone who was ever in a show, and the pairs of names that are probably one person. */
export default function PeoplePage({ page }: { page: Content }) {
  const { table, people, pairs } = page;
  const near = table.filters.view === 'near';
  const tab = (view: string, words: string) => {
    const asked = tableQuery(peopleTable, table, { filters: { view }, sort: 'name' });
    const current = (table.filters.view ?? '') === view ? 'page' : undefined;
    return (
      <a href={asked.size > 0 ? `${base}?${asked}` : base} aria-current={current}>
        {words}
      </a>
    );
  };
  return (
    <div className={styles.page}>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>Everyone who was ever in a show. Choose someone to change their name, or to say who they also are.</p>
      </header>
      <nav className={styles.tabs} aria-label="Which people">
        {tab('', 'Everyone')}
        {tab('near', 'Near names')}
      </nav>
      {near ? (
        <Pairs pairs={pairs} table={table} />
      ) : (
        <DataTable
          rules={peopleTable}
          table={table}
          rows={people}
          keyOf={({ id }) => id}
          columns={columns}
          called={['person', 'people']}
          search="Search names"
          csv="/members/admin/people.csv"
          empty={{ title: 'Nobody yet', text: 'People are here as soon as they are in a show.' }}
        />
      )}
    </div>
  );
}

const columns: [Column<ListedPerson>, ...Column<ListedPerson>[]] = [
  { name: 'Name', sort: 'name', cell: ({ id, name }) => <a href={`${base}/${id}`}>{name}</a> },
  { name: 'Also known as', cell: ({ also }) => also.join(', ') || '–' },
  { name: 'Shows', sort: 'shows', number: true, cell: ({ shows }) => shows },
  { name: 'Member', cell: ({ user }) => user || '–' },
];

function Pairs({ pairs, table }: Pick<Content, 'pairs' | 'table'>) {
  const { busy, at, make } = useCall();
  const [undo, setUndo] = useState('');
  const callOf = (person: string, what: 'merge' | 'unmerge') => `/members/api/people/${person}/${what}`;
  const send = (person: string, what: 'merge' | 'unmerge', into = '') =>
    void make(
      callOf(person, what),
      { into },
      {
        onAnswer: ({ code }) => setUndo(code === 200 && what === 'merge' ? person : ''),
      },
    );
  const side = (one: FoundPerson, other: FoundPerson) => (
    <span className={styles.side}>
      <a href={`${base}/${one.id}`}>{one.name}</a> <span className="meta">{counted(one.shows, 'show')}</span>
      <Button
        look="line"
        small
        pending={busy === callOf(other.id, 'merge')}
        onClick={() => send(other.id, 'merge', one.id)}
      >
        Both are {one.name}
      </Button>
    </span>
  );
  return (
    <>
      <Said at={at}>
        {undo && (
          <Button look="line" small pending={busy !== ''} onClick={() => send(undo, 'unmerge')}>
            Undo
          </Button>
        )}
      </Said>
      <DataTable
        rules={peopleTable}
        table={table}
        rows={pairs}
        keyOf={([a, b]) => `${a.id} ${b.id}`}
        columns={[
          { name: 'One name', cell: ([a, b]) => side(a, b) },
          { name: 'The other', cell: ([a, b]) => side(b, a) },
        ]}
        called={['pair', 'pairs']}
        search="Search names"
        empty={{ title: 'No near names', text: 'No two names here look like one person.' }}
      />
    </>
  );
}

const counted = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`;
