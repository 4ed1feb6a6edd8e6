import { describe, expect, it } from 'vitest';
import type { ShowEntry, ShowListContent } from '#features/archive/shows/contract.ts';
import { parseShowListQuery, SHOW_LIST_QUERY_KEYS, toShowListParams } from '#features/archive/shows/list-state.ts';
import { trimShowListForHtml } from '#features/archive/shows/show-list.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import ListShowsPage from './list-shows-page.tsx';
import PersonPage, { head } from './person-page.tsx';

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

/** Renders the page as a visitor without JavaScript receives it. */
function sent(query: string, content: ShowListContent = archive) {
  const page = trimShowListForHtml(content, parseShowListQuery(new URLSearchParams(query)));
  const site = { site_name: 'Barts Players' };
  const element = content.person ? <PersonPage page={page} /> : <ListShowsPage page={page} />;
  const html = renderElementAt('/past-shows', element, { page, query, site }).replaceAll('<!-- -->', '');
  return { html, page };
}

const linkTo = (html: string, text: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
    .filter(([, , inside]) => inside?.replace(/<[^>]*>/g, '').includes(text))
    .map(([, href]) => href?.replaceAll('&amp;', '&'));

describe('past shows can be browsed without JavaScript', () => {
  it('the page of past shows has the first 60 shows and links to the rest', () => {
    const { html } = sent('');
    expect(html.match(/<h3/g)).toHaveLength(60);
    expect(html).toContain('<strong>100 shows</strong>');
    expect(linkTo(html, 'Next')).toEqual(['/past-shows?page=2']);
  });

  it('a past show by another company names that company', () => {
    const { html } = sent('layout=cards');
    const said = [...html.matchAll(/<h4[^>]*>.*?<\/div>/g)].map(([card]) => card.includes('Archway Theatre'));
    expect(said.slice(0, 4)).toEqual([true, false, true, false]);
    expect(html).not.toMatch(/<p[^>]*>Barts Players</);
  });

  it('a card’s title has curly quotation marks, and all titles have the same size', () => {
    const { html } = sent('', { ...archive, shows: [{ ...show(1), title: "The Monkey's Paw" }, show(2)] });
    expect(html).toContain('>The Monkey’s Paw</a>');
    expect(new Set([...html.matchAll(/<h[2-4] class="([^"]*)" title=/g)].map(([, name]) => name)).size).toBe(1);
  });

  it('the page of past shows links to each decade on the page where the decade begins', () => {
    const { html } = sent('');
    expect(linkTo(html, '1990s')).toEqual(['/past-shows#1990s']);
    expect(linkTo(html, '1900s')).toEqual(['/past-shows?page=2#1900s']);
    expect(html).toContain('id="1990s"');
    expect(sent('page=2').html).toContain('id="1900s"');
    expect(linkTo(sent('sort=title').html, '1990s')).toEqual([]);
  });

  it('the headings of the show table sort it, and say in which direction it is sorted', () => {
    const table = (query: string) => sent(`layout=table${query}`).html;
    expect(table('')).toMatch(/<th [^>]*aria-sort="descending"[^>]*><a [^>]*>Date/);
    expect(linkTo(table(''), 'Date')[0]).toBe('/past-shows?sort=oldest&layout=table');
    expect(table('&sort=title')).toMatch(/<th [^>]*aria-sort="ascending"[^>]*><a [^>]*>Title/);
    expect(linkTo(table('&sort=title'), 'Title')[0]).toBe('/past-shows?sort=title-reversed&layout=table');
    expect(linkTo(table('&sort=title'), 'Date')[0]).toBe('/past-shows?layout=table');
    expect(table('&q=show&sort=relevance')).not.toContain('aria-sort');
  });

  it('the filter form uses the same keys as the page’s URL', () => {
    const { html } = sent('genre=Comedy&layout=table&q=show');
    const names = new Set([...html.matchAll(/<(?:input|select)[^>]* name="([^"]*)"/g)].map(([, name]) => name));
    expect([...names].toSorted()).toEqual(SHOW_LIST_QUERY_KEYS.filter((key) => key !== 'page').toSorted());
  });

  it('submitting the filter form again keeps the earlier choices', () => {
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

  it('a new search sorts by relevance, although the form also sends an empty order', () => {
    const { html } = sent('');
    expect(html).toMatch(/<option value="" selected="">Date, newest first/);
    expect(parseShowListQuery(new URLSearchParams('q=coward&sort=')).sort).toBe('relevance');
  });

  it('a filter’s chip removes that filter, and a link removes all filters', () => {
    const { html } = sent(`genre=Comedy&member=${ann}&from=1901&to=1950&page=1`);
    expect(linkTo(html, 'Comedy, remove')).toEqual([`/past-shows?member=${ann}&from=1901&to=1950`]);
    expect(linkTo(html, 'Ann Hale, remove')).toEqual(['/past-shows?genre=Comedy&from=1901&to=1950']);
    expect(linkTo(html, '1901 to 1950, remove')).toEqual([`/past-shows?genre=Comedy&member=${ann}`]);
    expect(linkTo(html, 'Clear all')).toEqual(['/past-shows']);
    expect(html).toContain('<strong>1 show</strong> of 100');
  });

  it('a person’s name typed into the filter form selects that person', () => {
    expect(sent('member=ann+hale').page.first_view?.matches).toBe(2);
  });

  it('a list without matches suggests using fewer filters or clearing them', () => {
    const { html } = sent('genre=Opera');
    expect(html).toContain('No shows match');
    expect(html).toContain('Try fewer filters, or clear them all.');
  });

  it('a search without matches links to the search of the whole site', () => {
    expect(linkTo(sent('q=inspecter+%26+sons').html, 'search the whole site')).toEqual([
      '/search?q=inspecter%20%26%20sons',
    ]);
  });

  it('text typed into the URL is shown as plain text only', () => {
    const { html } = sent(
      toShowListParams(parseShowListQuery(new URLSearchParams('q="><script>x</script>&genre=<b>'))).toString(),
    );
    expect(html).not.toMatch(/<script>|<b>/);
  });
});

describe('a person’s page lists their shows', () => {
  const person: ShowListContent = {
    ...archive,
    title: 'Ann Hale',
    default_layout: 'table',
    shows: [{ ...show(50), cast: 'Elvira', crew: '' }],
    person: { id: ann, name: 'Ann Hale', also_known_as: ['Ann Stott'], did: 'on stage in all' },
  };

  it('a person’s page lists the person’s part in each show, and the other names', () => {
    const { html } = sent('', person);
    expect(html).toContain('Also known as Ann Stott');
    expect(html).toMatch(/<td data-label="On stage"[^>]*>Elvira/);
    expect(html).not.toContain('Behind the scenes');
    expect(html).not.toContain('<form');
  });

  it('a person’s past and upcoming shows have their posters', () => {
    const upcoming = {
      ...show(90),
      ...{ first_date_precision: 'day' as const, cast: 'Ruth', crew: '', programme: '/posters/next.svg' },
    };
    const past = { ...show(50), cast: 'Elvira', crew: '', programme: '/posters/past.svg' };
    const { html } = sent('', { ...person, shows: [past], coming_up: [upcoming] });
    expect(html.match(/src="[^"]*"/g)).toEqual(['src="/posters/next.svg"', 'src="/posters/past.svg"']);
  });

  it('a person’s shows are listed by decade, in tables with the same columns', () => {
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

  it('a person’s page has one canonical URL, with the id and the name', () => {
    expect(head(person).canonical).toBe(`/past-shows/member/${ann}/Ann_Hale`);
  });
});
