import { describe, expect, it } from 'vitest';
import { applyListAction, countActiveFilters, DEFAULT_LIST_QUERY } from './list-state.ts';

describe('what choosing does', () => {
  it('orders by relevance when a search is entered, and by date again when it is cleared', () => {
    const oldest = applyListAction(DEFAULT_LIST_QUERY, { do: 'sort', sort: 'oldest' });
    const searching = applyListAction(oldest, { do: 'search', text: 'coward' });
    expect(searching.sort).toBe('relevance');
    expect(applyListAction(searching, { do: 'search', text: '  ' }).sort).toBe('newest');
  });

  it('keeps an order chosen during a search while the search is refined', () => {
    const searching = applyListAction(DEFAULT_LIST_QUERY, { do: 'search', text: 'cow' });
    const byTitle = applyListAction(searching, { do: 'sort', sort: 'title' });
    expect(applyListAction(byTitle, { do: 'search', text: 'coward' }).sort).toBe('title');
  });

  it('starts from the first page whenever other shows are listed, but not when they are laid out otherwise', () => {
    const third = applyListAction(DEFAULT_LIST_QUERY, { do: 'turn to', page: 3 });
    expect(applyListAction(third, { do: 'add', kind: 'genres', value: 'Farce' }).page).toBe(1);
    expect(applyListAction(third, { do: 'lay out', layout: 'table' }).page).toBe(3);
  });

  it('holds each item once, takes it out again, and never more than 200', () => {
    let choices = DEFAULT_LIST_QUERY;
    for (let member = 0; member < 250; member++)
      choices = applyListAction(choices, { do: 'add', kind: 'members', value: `m${member}` });
    expect(choices.members).toHaveLength(200);
    const again = applyListAction(choices, { do: 'add', kind: 'members', value: 'm249' });
    expect(again.members).toHaveLength(200);
    expect(applyListAction(again, { do: 'remove', kind: 'members', value: 'm249' }).members).not.toContain('m249');
  });

  it('clears everything but the layout', () => {
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

  it('counts a range of years as one filter and a search as none', () => {
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
