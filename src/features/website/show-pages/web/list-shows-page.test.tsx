import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ShowEntry, ShowListContent } from '#features/archive/shows/contract.ts';
import { LIST_KEYS, parseListQuery, toListParams } from '#features/archive/shows/list-query.ts';
import { toShowListFirstView } from '#features/archive/shows/show-list.ts';
import type { Page, Site } from '#platform/shared/pages.ts';
import { type AnyScreen, initialSnapshot, NavigationContext } from '#platform/web/navigation/index.ts';
import ListShowsPage, { head } from './list-shows-page.tsx';

const show = (at: number): ShowEntry => ({
  id: `show${String(at).padStart(12, '0')}`,
  title: `Show ${at}`,
  date: `${1900 + at}-04-12`,
  date_precision: 'day',
  first_date: `${1900 + at}-04-10`,
  author: 'Noël Coward',
  programme: '/posters/x/1.svg',
  venue: at % 2 === 0 ? 'Main House' : 'The Studio',
  company: at % 2 === 0 ? 'Barts Players' : 'Archway Theatre',
  season: at % 2 === 0 ? 'Spring' : 'Autumn',
  genre: at % 2 === 0 ? 'Comedy' : 'Drama',
  show_type: at % 2 === 0 ? 'Full-length play' : 'One act',
});
const ann = 'personAnnHale000';
const archive: ShowListContent = {
  type: 'list_shows',
  title: 'Past shows',
  default_layout: 'cards',
  shows: Array.from({ length: 100 }, (_, at) => show(at)),
  members: { [ann]: { name: 'Ann Hale', also_known_as: [], shows: [show(1).id, show(2).id] } },
};

/** The page as a visitor without JavaScript gets it. */
function sent(query: string, content: ShowListContent = archive) {
  const page = toShowListFirstView(content, parseListQuery(new URLSearchParams(query)));
  const screen: AnyScreen = { default: () => null, head: () => ({ title: '', description: '' }) };
  // The list reads nothing else of the site's data
  const site = { site_name: 'Barts Players' } as Site;
  const start = { page: page as Page, site, path: '/past-shows', query, screen };
  const first = initialSnapshot(start, { visit: 'first', entry: 'first' });
  const html = renderToString(
    <NavigationContext value={{ first, snapshot: () => first, subscribe: () => () => {} }}>
      <ListShowsPage page={page} />
    </NavigationContext>,
  ).replaceAll('<!-- -->', '');
  return { html, page };
}

const linkTo = (html: string, text: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
    .filter(([, , inside]) => inside?.replace(/<[^>]*>/g, '').includes(text))
    .map(([, href]) => href?.replaceAll('&amp;', '&'));

describe('past shows without JavaScript', () => {
  it('has the first 60 shows and links to the rest', () => {
    const { html } = sent('');
    expect(html.match(/<h3/g)).toHaveLength(60);
    expect(html).toContain('<strong>100 shows</strong>');
    expect(linkTo(html, 'Next')).toEqual(['/past-shows?page=2']);
  });

  it('names the company that played where that was another', () => {
    const { html } = sent('layout=cards');
    const said = [...html.matchAll(/<h4[^>]*>.*?<\/div>/g)].map(([card]) => card.includes('Archway Theatre'));
    expect(said.slice(0, 4)).toEqual([true, false, true, false]);
    expect(html).not.toMatch(/<p[^>]*>Barts Players</);
  });

  it('leads to each decade, on the page where it begins', () => {
    const { html } = sent('');
    expect(linkTo(html, '1990s')).toEqual(['/past-shows#1990s']);
    expect(linkTo(html, '1900s')).toEqual(['/past-shows?page=2#1900s']);
    expect(html).toContain('id="1990s"');
    expect(sent('page=2').html).toContain('id="1900s"');
    expect(linkTo(sent('sort=title').html, '1990s')).toEqual([]);
  });

  it('is sorted by the headings of its table, and says which way it is', () => {
    const table = (query: string) => sent(`layout=table${query}`).html;
    expect(table('')).toMatch(/<th [^>]*aria-sort="descending"[^>]*><a [^>]*>Date/);
    expect(linkTo(table(''), 'Date')[0]).toBe('/past-shows?sort=oldest&layout=table');
    expect(table('&sort=title')).toMatch(/<th [^>]*aria-sort="ascending"[^>]*><a [^>]*>Title/);
    expect(linkTo(table('&sort=title'), 'Title')[0]).toBe('/past-shows?sort=title-reversed&layout=table');
    expect(linkTo(table('&sort=title'), 'Date')[0]).toBe('/past-shows?layout=table');
    expect(table('&q=show&sort=relevance')).not.toContain('aria-sort');
  });

  it('asks in its form with the keys that addresses have', () => {
    const { html } = sent('genre=Comedy&layout=table&q=show');
    const names = new Set([...html.matchAll(/<(?:input|select)[^>]* name="([^"]*)"/g)].map(([, name]) => name));
    expect([...names].toSorted()).toEqual(LIST_KEYS.filter((key) => key !== 'page').toSorted());
  });

  it('keeps what was chosen when the form is sent again', () => {
    const { html } = sent(`genre=Comedy&member=${ann}&layout=table`);
    const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, ...pair]) => pair,
    );
    expect(hidden).toEqual([
      ['genre', 'Comedy'],
      ['member', ann],
      ['layout', 'table'],
    ]);
  });

  it('orders a new search by relevance, though the form sends the order it showed', () => {
    const { html } = sent('');
    expect(html).toMatch(/<option value="" selected="">Date, newest first/);
    expect(parseListQuery(new URLSearchParams('q=coward&sort=')).sort).toBe('relevance');
  });

  it('takes one filter off by its chip, or all', () => {
    const { html } = sent(`genre=Comedy&member=${ann}&from=1901&to=1950&page=1`);
    expect(linkTo(html, 'Comedy, remove')).toEqual([`/past-shows?member=${ann}&from=1901&to=1950`]);
    expect(linkTo(html, 'Ann Hale, remove')).toEqual(['/past-shows?genre=Comedy&from=1901&to=1950']);
    expect(linkTo(html, '1901 to 1950, remove')).toEqual([`/past-shows?genre=Comedy&member=${ann}`]);
    expect(linkTo(html, 'Clear all')).toEqual(['/past-shows']);
    expect(html).toContain('<strong>1 show</strong> of 100');
  });

  it('finds a member by the name typed into the form', () => {
    expect(sent('member=ann+hale').page.first_view?.matches).toBe(2);
  });

  it('helps when nothing matches', () => {
    const { html } = sent('genre=Opera');
    expect(html).toContain('No shows match');
    expect(html).toContain('Try fewer filters, or clear them all.');
  });

  it('shows nothing typed into the address as anything but text', () => {
    const { html } = sent(
      toListParams(parseListQuery(new URLSearchParams('q="><script>x</script>&genre=<b>'))).toString(),
    );
    expect(html).not.toMatch(/<script>|<b>/);
  });
});

describe('a person’s shows', () => {
  const person: ShowListContent = {
    ...archive,
    title: 'Ann Hale',
    default_layout: 'table',
    shows: [{ ...show(50), cast: 'Elvira', crew: '' }],
    person: { id: ann, name: 'Ann Hale', also_known_as: ['Ann Stott'], did: 'on stage in all' },
  };

  it('are rows with what they did, under their name and other names', () => {
    const { html } = sent('', person);
    expect(html).toContain('Also known as Ann Stott');
    expect(html).toMatch(/<td data-label="On stage"[^>]*>Elvira/);
    expect(html).not.toContain('Behind the scenes');
    expect(html).not.toContain('<form');
  });

  it('are read decade by decade, in tables whose columns are the same', () => {
    const played = Array.from({ length: 20 }, (_, at) => ({
      ...show(60 + at),
      cast: at === 0 ? 'Elvira' : '',
      crew: 'Props',
    }));
    const { html } = sent('', { ...person, shows: played });
    expect(linkTo(html, '1960s')).toEqual(['/past-shows#1960s']);
    expect(html.match(/<th [^>]*>On stage/g)).toHaveLength(2);
    expect(html.match(/<td data-label="Behind the scenes"/g)).toHaveLength(20);
  });

  it('have one address, whatever was typed after the id', () => {
    expect(head(person).canonical).toBe(`/past-shows/member/${ann}/Ann_Hale`);
  });
});
