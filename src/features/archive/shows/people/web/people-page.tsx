import { type ReactNode, useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { buildTableQuery } from '#platform/shared/tables/table.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { type ResponseOptions, useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { DataTable, type TableColumn } from '#platform/web/table/data-table.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { TabLinks } from '#platform/web/ui/navigation/tabs.tsx';
import {
  type ListedPerson,
  markPeopleDifferent,
  mergePerson,
  type PersonMatch,
  unmarkPeopleDifferent,
  unmergePerson,
} from '../contract.ts';
import { peopleTable } from '../people-table.ts';
import styles from './people-page.module.css';

type Content = Page<'people'>;

const base = '/members/admin/people';

/**
 * Lists everyone, the pairs of names that are probably one person, or the pairs that are marked as different people,
 * each in a tab of its own.
 */
export default function PeoplePage({ page }: { page: Content }) {
  const { table, people, pairs } = page;
  const { view } = table.filters;
  const mayChangeShows = useSite().memberNavItemsToShow.shows_write === true;
  const tab = (view: string, text: string) => {
    const query = buildTableQuery(peopleTable, table, { filters: { view }, sort: peopleTable.sort });
    return {
      href: query.size > 0 ? `${base}?${query}` : base,
      text,
      isCurrent: (table.filters.view ?? '') === view,
    };
  };
  return (
    <div className={styles.page}>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>Everyone who has been in a show. Choose someone to change their name or merge them with another person.</p>
      </header>
      <TabLinks
        label="Which people"
        links={[tab('', 'Everyone'), tab('near', 'Similar names'), tab('apart', 'Marked as different')]}
      />
      {view === 'near' ? (
        <Pairs pairs={pairs} table={table} />
      ) : view === 'apart' ? (
        <Apart pairs={pairs} table={table} />
      ) : (
        <DataTable
          rules={peopleTable}
          table={table}
          rows={people}
          keyOf={({ id }) => id}
          columns={columnsFor(people)}
          rowNouns={['person', 'people']}
          search="Search names"
          csv="/members/admin/people.csv"
          empty={{
            title: 'No people yet',
            text: `People appear here once they’re in a show.${mayChangeShows ? ' Add a show in Manage Shows.' : ''}`,
          }}
        />
      )}
    </div>
  );
}

const alsoKnownAs: TableColumn<ListedPerson> = {
  name: 'Also known as',
  narrow: 'line',
  named: true,
  cell: ({ also }) => also.join(', '),
};

const columnsFor = (people: readonly ListedPerson[]): [TableColumn<ListedPerson>, ...TableColumn<ListedPerson>[]] => [
  { name: 'Name', sort: 'surname', cell: ({ id, name }) => <a href={`${base}/${id}`}>{name}</a> },
  { name: 'Shows', sort: 'shows', number: true, narrow: 'beside', named: true, cell: ({ shows }) => shows },
  ...(people.some(({ also }) => also.length > 0) ? [alsoKnownAs] : []),
  {
    name: 'Member',
    sort: 'member',
    named: true,
    cell: ({ name, user }) => (user === name ? <span className={styles.yes}>Yes</span> : user),
  },
];

const callByAction = {
  merge: mergePerson,
  unmerge: unmergePerson,
  two: markPeopleDifferent,
  maybe_one: unmarkPeopleDifferent,
};
type PersonAction = keyof typeof callByAction;

/**
 * Returns `send`, which sends an action on a pair of people; `busy` and `isBusy`, which tell what is being sent; and
 * `at`, the place where the responses are shown.
 */
function usePersonActions() {
  const { busy, slot: at, send: make } = useCall();
  const callOf = (id: string, action: PersonAction) => withParams(callByAction[action], { id });
  const send = (action: PersonAction, person: string, other: string, onDone: () => void = () => {}) => {
    const after: ResponseOptions = { onAnswer: ({ code }) => code === 200 && onDone() };
    if (action === 'merge') void make(withParams(mergePerson, { id: person }), { into: other }, after);
    else if (action === 'unmerge') void make(withParams(unmergePerson, { id: person }), undefined, after);
    else void make(withParams(callByAction[action], { id: person }), { other }, after);
  };
  return { busy, at, send, isBusy: (action: PersonAction, person: string) => busy === callOf(person, action).path };
}

const mergeTwoLabel = (name: string) => (
  <>
    Merge these two<span className="vh">{`: ${name}`}</span>
  </>
);

function Pairs({ pairs, table }: Pick<Content, 'pairs' | 'table'>) {
  const { busy, at, send, isBusy } = usePersonActions();
  const [undo, setUndo] = useState<{ action: PersonAction; person: string; other: string } | null>(null);
  const side = (one: PersonMatch, other: PersonMatch, label: ReactNode = `Merge as ${one.name}`) => (
    <span className={styles.side}>
      <Named one={one} />
      <Button
        look="line"
        small
        pending={isBusy('merge', other.id)}
        onClick={() =>
          send('merge', other.id, one.id, () => setUndo({ action: 'unmerge', person: other.id, other: one.id }))
        }
      >
        {label}
      </Button>
    </span>
  );
  return (
    <DataTable
      answer={
        <CallStatus slot={at}>
          {undo && (
            <Button
              look="line"
              small
              pending={busy !== ''}
              onClick={() => send(undo.action, undo.person, undo.other, () => setUndo(null))}
            >
              Undo
            </Button>
          )}
        </CallStatus>
      }
      rules={peopleTable}
      table={table}
      rows={pairs}
      keyOf={keyOf}
      columns={[
        {
          name: 'Name',
          cell: ([a, b]) => (a.name === b.name ? side(a, b, mergeTwoLabel(a.name)) : side(a, b)),
        },
        {
          name: 'Similar name',
          narrow: 'line',
          // Merging two people with exactly the same name has the same result either way, so one button is enough
          cell: ([a, b]) => (a.name === b.name ? <Named one={b} /> : side(b, a)),
        },
        {
          name: 'Not the same?',
          cell: ([a, b]) => (
            <Button
              look="quiet"
              small
              pending={isBusy('two', a.id)}
              onClick={() => send('two', a.id, b.id, () => setUndo({ action: 'maybe_one', person: a.id, other: b.id }))}
            >
              Mark as different people
              <span className="vh">
                : {a.name} and {b.name}
              </span>
            </Button>
          ),
        },
      ]}
      rowNouns={['pair', 'pairs']}
      search="Search names"
      empty={{ title: 'No similar names', text: 'No two names look like the same person.' }}
    />
  );
}

/** Lists similar names that somebody has marked as different people. */
function Apart({ pairs, table }: Pick<Content, 'pairs' | 'table'>) {
  const { at, send, isBusy } = usePersonActions();
  return (
    <DataTable
      answer={<CallStatus slot={at} />}
      rules={peopleTable}
      table={table}
      rows={pairs}
      keyOf={keyOf}
      columns={[
        { name: 'Person', cell: ([a]) => <Named one={a} /> },
        { name: 'Similar name', narrow: 'line', cell: ([, b]) => <Named one={b} /> },
        {
          name: 'Same person after all?',
          cell: ([a, b]) => (
            <Button look="line" small pending={isBusy('maybe_one', a.id)} onClick={() => send('maybe_one', a.id, b.id)}>
              Move back to similar names<span className="vh">: {`${a.name} and ${b.name}`}</span>
            </Button>
          ),
        },
      ]}
      rowNouns={['pair', 'pairs']}
      search="Search names"
      empty={{
        title: 'No pairs yet',
        text: 'Similar names that have been marked as different people will appear here.',
      }}
    />
  );
}

const keyOf = ([a, b]: Content['pairs'][number]) => `${a.id} ${b.id}`;

const Named = ({ one }: { one: PersonMatch }) => (
  <span>
    <a href={`${base}/${one.id}`}>{one.name}</a>{' '}
    <span className="meta">
      {one.shows === 1 ? '1 show' : `${one.shows.toLocaleString('en-GB')} shows`}
      {one.career && `, ${one.career}`}
    </span>
  </span>
);
