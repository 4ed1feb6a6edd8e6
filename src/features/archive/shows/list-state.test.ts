import { describe, expect, it } from 'vitest';
import { applyListAction, countActiveFilters, DEFAULT_LIST_QUERY } from './list-state.ts';

describe('a change to a show list’s search, filters or order resets only the choices that depend on it', () => {
  it('a new search sorts by relevance, and clearing it sorts by date again', () => {
    const oldest = applyListAction(DEFAULT_LIST_QUERY, { do: 'sort', sort: 'oldest' });
    const searching = applyListAction(oldest, { do: 'search', text: 'coward' });
    expect(searching.sort).toBe('relevance');
    expect(applyListAction(searching, { do: 'search', text: '  ' }).sort).toBe('newest');
  });

  it('an order chosen during a search is kept while the search is refined', () => {
    const searching = applyListAction(DEFAULT_LIST_QUERY, { do: 'search', text: 'cow' });
    const byTitle = applyListAction(searching, { do: 'sort', sort: 'title' });
    expect(applyListAction(byTitle, { do: 'search', text: 'coward' }).sort).toBe('title');
  });

  it('a list returns to its first page when its filters change, but not when its layout does', () => {
    const third = applyListAction(DEFAULT_LIST_QUERY, { do: 'turn to', page: 3 });
    expect(applyListAction(third, { do: 'add', kind: 'genres', value: 'Farce' }).page).toBe(1);
    expect(applyListAction(third, { do: 'lay out', layout: 'table' }).page).toBe(3);
  });

  it('a filter holds each item once and at most 200 items, and an item can be removed', () => {
    let choices = DEFAULT_LIST_QUERY;
    for (let member = 0; member < 250; member++)
      choices = applyListAction(choices, { do: 'add', kind: 'members', value: `m${member}` });
    expect(choices.members).toHaveLength(200);
    const again = applyListAction(choices, { do: 'add', kind: 'members', value: 'm249' });
    expect(again.members).toHaveLength(200);
    expect(applyListAction(again, { do: 'remove', kind: 'members', value: 'm249' }).members).not.toContain('m249');
  });

  it('clearing a list resets everything but the layout', () => {
    const choices = {
      ...DEFAULT_LIST_QUERY,
      search: 'noel',
      genres: ['Farce'],
      from: 1990,
      layout: 'table' as const,
      page: 2,
    };
    expect(applyListAction(choices, { do: 'clear' })).toEqual({ ...DEFAULT_LIST_QUERY, layout: 'table' });
  });

  it('a range of years counts as one filter, and a search counts as none', () => {
    expect(
      countActiveFilters({
        ...DEFAULT_LIST_QUERY,
        search: 'x',
        genres: ['Farce'],
        members: ['a', 'b'],
        from: 1990,
        to: 2000,
      }),
    ).toBe(4);
  });
});
