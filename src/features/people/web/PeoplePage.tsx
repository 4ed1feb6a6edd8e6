import { Download, Search } from 'lucide-react';
import { useState } from 'react';
import type { Answer } from '../../../platform/shared/answer.ts';
import type { Head } from '../../../platform/shared/head.ts';
import type { Page } from '../../../platform/shared/pages.ts';
import { sendValue } from '../../../platform/web/calls/sendCall.ts';
import { refreshPage } from '../../../platform/web/navigation/index.ts';
import { Alert } from '../../../platform/web/ui/Alert.tsx';
import { Button, ButtonLink } from '../../../platform/web/ui/Button.tsx';
import { Empty } from '../../../platform/web/ui/Empty.tsx';
import { Input } from '../../../platform/web/ui/Field.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { Pagination } from '../../../platform/web/ui/Pagination.tsx';
import type { FoundPerson, ListedPerson } from '../contract.ts';
import styles from './PeoplePage.module.css';

type Content = Page<'people'>;

export const head = (page: Content): Head => ({ title: page.title, description: '', indexed: false });

const base = '/members/admin/people';

const address = ({ q, sort, view, page }: Pick<Content, 'q' | 'sort' | 'view' | 'page'>): string => {
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  if (view === 'near') query.set('view', view);
  if (sort === 'shows') query.set('sort', sort);
  if (page > 1) query.set('page', `${page}`);
  return query.size > 0 ? `${base}?${query}` : base;
};

/** Everyone who was ever in a show, and the pairs of names that are probably one person. */
export default function PeoplePage({ page }: { page: Content }) {
  const { q, view, sort, pages, total } = page;
  const tab = (name: Content['view'], words: string) => (
    <a href={address({ q, sort, view: name, page: 1 })} aria-current={view === name ? 'page' : undefined}>
      {words}
    </a>
  );
  return (
    <div className={styles.page}>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>Everyone who was ever in a show. Choose someone to change their name, or to say who they also are.</p>
      </header>
      <nav className={styles.tabs} aria-label="Which people">
        {tab('all', 'Everyone')}
        {tab('near', 'Near names')}
      </nav>
      <search aria-label="People">
        <form className={styles.search} method="get" action={base}>
          {view === 'near' && <input type="hidden" name="view" value="near" />}
          {sort === 'shows' && <input type="hidden" name="sort" value="shows" />}
          <label className="vh" htmlFor="people-search">
            Search names
          </label>
          <Input
            key={q}
            id="people-search"
            type="search"
            name="q"
            maxLength={200}
            placeholder="Search names"
            defaultValue={q}
          />
          <Button type="submit">
            <Icon of={Search} /> Search
          </Button>
          <ButtonLink look="line" href="/members/admin/people.csv" download>
            <Icon of={Download} /> Export (CSV)
          </ButtonLink>
        </form>
      </search>
      <p role="status" className="meta">
        {view === 'near' ? counted(total, 'pair') : counted(total, 'person', 'people')}
        {q && ` for “${q}”`}
      </p>
      {view === 'near' ? <Pairs pairs={page.pairs} /> : <Table people={page.people} page={page} />}
      <Pagination page={page.page} pages={pages} href={(to) => address({ q, sort, view, page: to })} />
    </div>
  );
}

function Table({ people, page }: { people: readonly ListedPerson[]; page: Content }) {
  if (people.length === 0) {
    return page.q ? (
      <Empty title="Nobody of that name">Try fewer letters, or clear the search.</Empty>
    ) : (
      <Empty title="Nobody yet">People are here as soon as they are in a show.</Empty>
    );
  }
  const heading = (sort: Content['sort'], words: string) => (
    <th scope="col" aria-sort={page.sort === sort ? (sort === 'name' ? 'ascending' : 'descending') : undefined}>
      <a href={address({ ...page, sort, page: 1 })}>{words}</a>
    </th>
  );
  return (
    <table className="table table--stack">
      <thead>
        <tr>
          {heading('name', 'Name')}
          <th scope="col">Also known as</th>
          {heading('shows', 'Shows')}
          <th scope="col">Member</th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ id, name, also, shows, user }) => (
          <tr key={id}>
            <td data-label="Name">
              <a href={`${base}/${id}`}>{name}</a>
            </td>
            <td data-label="Also known as">{also.join(', ') || '–'}</td>
            <td data-label="Shows" className="num">
              {shows}
            </td>
            <td data-label="Member">{user || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pairs({ pairs }: { pairs: Content['pairs'] }) {
  const [busy, setBusy] = useState('');
  const [done, setDone] = useState<{ answer: Answer; undo: string } | null>(null);
  const send = async (person: string, what: 'merge' | 'unmerge', into = '') => {
    setBusy(person);
    const answer = await sendValue(`/members/api/people/${person}/${what}`, { into });
    setBusy('');
    setDone({ answer, undo: answer.code === 200 && what === 'merge' ? person : '' });
    if (answer.code === 200) await refreshPage();
  };
  const side = (one: FoundPerson, other: FoundPerson) => (
    <span className={styles.side}>
      <a href={`${base}/${one.id}`}>{one.name}</a> <span className="meta">{counted(one.shows, 'show')}</span>
      <Button look="line" small pending={busy === other.id} onClick={() => void send(other.id, 'merge', one.id)}>
        Both are {one.name}
      </Button>
    </span>
  );
  return (
    <>
      <div role="status">
        {done && (
          <Alert tone={done.answer.code === 200 ? 'ok' : 'bad'} title={done.answer.msg}>
            {done.undo && (
              <Button look="line" small onClick={() => void send(done.undo, 'unmerge')}>
                Undo
              </Button>
            )}
          </Alert>
        )}
      </div>
      {pairs.length === 0 ? (
        <Empty title="No near names">No two names here look like one person.</Empty>
      ) : (
        <ul className={styles.pairs}>
          {pairs.map(([a, b]) => (
            <li key={`${a.id} ${b.id}`}>
              {side(a, b)}
              {side(b, a)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const counted = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`;
