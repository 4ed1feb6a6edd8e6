import { describe, expect, it } from 'vitest';
import { choose, filtersOn, NO_CHOICES } from './list-state.ts';

describe('what choosing does', () => {
  it('orders by relevance when a search is entered, and by date again when it is cleared', () => {
    const oldest = choose(NO_CHOICES, { do: 'sort', sort: 'oldest' });
    const searching = choose(oldest, { do: 'search', text: 'coward' });
    expect(searching.sort).toBe('relevance');
    expect(choose(searching, { do: 'search', text: '  ' }).sort).toBe('newest');
  });

  it('keeps an order chosen during a search while the search is refined', () => {
    const searching = choose(NO_CHOICES, { do: 'search', text: 'cow' });
    const byTitle = choose(searching, { do: 'sort', sort: 'title' });
    expect(choose(byTitle, { do: 'search', text: 'coward' }).sort).toBe('title');
  });

  it('starts from the first page whenever other shows are listed, but not when they are laid out otherwise', () => {
    const third = choose(NO_CHOICES, { do: 'turn to', page: 3 });
    expect(choose(third, { do: 'add', kind: 'genres', value: 'Farce' }).page).toBe(1);
    expect(choose(third, { do: 'lay out', layout: 'table' }).page).toBe(3);
  });

  it('holds each item once, takes it out again, and never more than 200', () => {
    let choices = NO_CHOICES;
    for (let member = 0; member < 250; member++)
      choices = choose(choices, { do: 'add', kind: 'members', value: `m${member}` });
    expect(choices.members).toHaveLength(200);
    const again = choose(choices, { do: 'add', kind: 'members', value: 'm249' });
    expect(again.members).toHaveLength(200);
    expect(choose(again, { do: 'remove', kind: 'members', value: 'm249' }).members).not.toContain('m249');
  });

  it('clears everything but the layout', () => {
    const choices = { ...NO_CHOICES, search: 'noel', genres: ['Farce'], from: 1990, layout: 'table' as const, page: 2 };
    expect(choose(choices, { do: 'clear' })).toEqual({ ...NO_CHOICES, layout: 'table' });
  });

  it('counts a range of years as one filter and a search as none', () => {
    expect(
      filtersOn({ ...NO_CHOICES, search: 'x', genres: ['Farce'], members: ['a', 'b'], from: 1990, to: 2000 }),
    ).toBe(4);
  });
});
