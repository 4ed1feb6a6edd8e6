import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { preventTitleWidows } from '#platform/shared/text/headline.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { SearchInput } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { Pagination } from '#platform/web/ui/navigation/pagination.tsx';
import type { ResultKind, SearchItem } from '../contract.ts';
import type { ResultGroup } from '../match.ts';
import { type SearchQuery, searchPath } from '../search-query.ts';
import styles from './search-page.module.css';
import { type SearchState, useSearch } from './use-search.ts';

const KIND_NAMES: Record<ResultKind, { title: string; one: string; many: string }> = {
  show: { title: 'Shows', one: 'show', many: 'shows' },
  member: { title: 'People', one: 'person', many: 'people' },
  post: { title: 'Posts and pages', one: 'post or page', many: 'posts and pages' },
  blog: { title: 'Blog', one: 'blog post', many: 'blog posts' },
};

export default function SearchPage({ page }: { page: Page<'search'> }) {
  const search = useSearch(page);
  const { question, results, waiting } = search;
  return (
    <div className="wrap">
      <header className="page-head">
        <h1>{page.title}</h1>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a shortcut between links that Tab reaches too */}
      <div className={styles.search} onKeyDown={walkResults}>
        <SearchForm search={search} />
        <p role="status" tabIndex={-1} className={styles.status}>
          {question.search.trim() === '' || waiting ? '' : formatSummary(results.groups, results.matches)}
        </p>
        <div aria-busy={waiting || undefined} className={styles.results}>
          <Answer search={search} />
        </div>
      </div>
    </div>
  );
}

function SearchForm({ search: { question, ask } }: { search: SearchState }) {
  return (
    <search>
      <form className={styles.form} method="get" action="/search" onSubmit={(event) => event.preventDefault()}>
        <label htmlFor="site-search">Search the whole site</label>
        <div className={styles.field}>
          <SearchInput
            large
            id="site-search"
            name="q"
            maxLength={200}
            autoComplete="off"
            aria-describedby="site-search-hint"
            value={question.search}
            onChange={({ target }) => ask({ search: target.value, kind: null }, { replace: true })}
          />
          <Button type="submit" className={styles.submit}>
            Search
          </Button>
        </div>
        <p id="site-search-hint" className={styles.hint}>
          Enter a title, a playwright or a name. To search for several, separate them with commas, most important first:
          hamlet, macbeth.
        </p>
      </form>
    </search>
  );
}

function Answer({ search }: { search: SearchState }) {
  const { question, results, waiting } = search;
  if (question.search.trim() === '') {
    return (
      <EmptyState title="What are you looking for?">
        Type the title of a show or post, its author, or the name of someone on stage or behind the scenes.
      </EmptyState>
    );
  }
  if (results.matches === 0) {
    if (waiting) return null;
    return (
      <EmptyState title="Nothing found">
        Try fewer letters, another spelling, or only a surname. The shows of a year, a place or a company are found
        among the <a href={`/past-shows?${new URLSearchParams({ q: question.search })}`}>past shows</a>.
      </EmptyState>
    );
  }
  return (
    <>
      {results.best.length > 0 && (
        <section className={`${styles.group} ${styles.best}`} aria-labelledby="found-best">
          <div className="scotch" />
          <h2 id="found-best">Best matches</h2>
          <ul>
            {results.best.map((item) => (
              <Result key={item.href} item={item} kind={KIND_NAMES[item.type].one} />
            ))}
          </ul>
        </section>
      )}
      {results.groups.map((group) => (
        <Found key={group.kind} group={group} search={search} />
      ))}
    </>
  );
}

const SIGNS = { show: 'drama', member: 'user', post: 'file-text', blog: 'newspaper' } as const;

/** A show has its poster; among results of other kinds, each of these has a sign in its place. */
function Result({ item: { type, title, href, detail, poster }, kind }: { item: SearchItem; kind?: string }) {
  return (
    <li>
      {poster !== '' ? (
        <span className={`poster-frame ${styles.sign}`}>
          <RetryingImage src={poster} alt="" width={600} height={848} loading="lazy" decoding="async" />
        </span>
      ) : (
        kind && (
          <span className={styles.sign}>
            <Icon of={SIGNS[type]} />
          </span>
        )
      )}
      <div>
        {kind && <p className={styles.kind}>{kind}</p>}
        <a href={href} data-result>
          {preventTitleWidows(title)}
        </a>
        {detail && <p className="meta">{detail}</p>}
      </div>
    </li>
  );
}

/** The results of one kind: the best of it, or one page of all. */
function Found({ group, search }: { group: ResultGroup; search: SearchState }) {
  const { kind, matches, items } = group;
  const { question, results } = search;
  const { title, many } = KIND_NAMES[kind];
  const alone = question.kind === kind;
  if (question.kind !== null && !alone) return null;
  if (items.length === 0) return null;
  return (
    <section className={alone ? `${styles.group} ${styles.alone}` : styles.group} aria-labelledby={`found-${kind}`}>
      <div className="scotch" />
      <div className={styles.head}>
        <h2 id={`found-${kind}`}>
          {title} <span>{grouped(matches)}</span>
        </h2>
        {alone && (
          <AskLink search={search} question={{ ...question, kind: null, page: 1 }}>
            Back to all results
          </AskLink>
        )}
      </div>
      <ul>
        {items.map((item) => (
          <Result key={item.href} item={item} />
        ))}
      </ul>
      {!alone && matches > items.length && (
        <AskLink search={search} question={{ ...question, kind, page: 1 }} className={styles.all}>
          Show all {grouped(matches)} {many}
        </AskLink>
      )}
      {alone && (
        <Pagination
          page={results.page}
          pages={results.pages}
          href={(page) => searchPath({ ...question, kind, page })}
        />
      )}
    </section>
  );
}

/**
 * A link that searches in place; in a new tab, or without JavaScript, it leads to the same results. It disappears when
 * it is followed, and the focus goes to the count.
 */
function AskLink({
  search,
  question,
  ...rest
}: { search: SearchState; question: SearchQuery } & Omit<ComponentProps<'a'>, 'href'>) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    search.ask(question);
    document.querySelector<HTMLElement>('main [role="status"]')?.focus();
    window.scrollTo({ top: 0 });
  };
  return <a {...rest} href={searchPath(question)} onClick={follow} />;
}

/** Moves through the results: arrow down goes from the field to the first result, and on; up goes back. */
function walkResults(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('#site-search, [data-result]')];
  const at = document.activeElement instanceof HTMLElement ? stops.indexOf(document.activeElement) : -1;
  const next = stops[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** "12 results: 3 shows, 9 people" */
function formatSummary(groups: readonly ResultGroup[], matches: number): string {
  if (matches === 0) return 'Nothing found';
  const counts = groups.map(({ kind, matches: count }) => {
    const { one, many } = KIND_NAMES[kind];
    return `${grouped(count)} ${count === 1 ? one : many}`;
  });
  return `${matches === 1 ? '1 result' : `${grouped(matches)} results`}: ${counts.join(', ')}`;
}

const grouped = (count: number) => count.toLocaleString('en-GB');

/** Results are not pages of their own to a search engine; the search page is. */
export const head = (page: Page<'search'>): Head => ({
  title: page.title,
  description: 'Find a show, a person, a page or a post by its title or name.',
  canonical: '/search',
});
