import { expect, test } from 'vitest';
import { pageLengthFilter, type TableRules, type TableState } from '#platform/shared/tables/table.ts';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import { DataTable } from './data-table.tsx';

const rules: TableRules = {
  sorts: { name: 'text', lent: 'date' },
  sort: 'name',
  filters: { where: ['attic', 'cellar'], view: ['all'] },
};
const state: TableState = { q: '', sort: 'name', filters: { where: '', view: '' }, page: 1, pages: 1, total: 2 };
const props = [
  { id: 'teapot', name: 'Silver teapot', lent: '2026-11-01' },
  { id: 'sword', name: 'Sword', lent: '' },
];

const drawn = (table: Partial<TableState>, query = '', rows = props, by: TableRules = rules) =>
  renderElementAt(
    '/props',
    <DataTable
      rules={by}
      table={{ ...state, ...table }}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Prop', sort: 'name', cell: ({ name }) => name },
        { name: 'Lent', sort: 'lent', cell: ({ lent }) => lent || 'here' },
        { name: 'Note', cell: () => '' },
      ]}
      rowNouns={['prop', 'props']}
      search="Search props"
      filters={[{ name: 'where', label: 'Where', options: [['attic', 'In the attic']] }]}
      csv="/props.csv"
      empty={{ title: 'No props yet', text: 'Lend us something.' }}
    />,
    { query },
  );

test('without a script, a table’s headings, form, page links and spreadsheet link keep the query', () => {
  const table = { q: 'silver', filters: { where: 'attic', view: 'all' }, page: 2, pages: 3, total: 120 };
  const html = drawn(table, 'q=silver&where=attic&view=all&page=2').replaceAll('&amp;', '&');
  expect(html).toContain('href="/props?q=silver&where=attic&view=all&sort=-lent"');
  expect(html).toContain('href="/props?q=silver&where=attic&view=all&page=3"');
  expect(html).toContain('href="/props.csv?q=silver&where=attic&view=all"');
  expect(html).toMatch(/<form[^>]*action="\/props" method="get"/);
  expect(html).toContain('<input type="hidden" name="view" value="all"/>');
  expect(html).toContain('href="/props?view=all">Show all');
});

test('the sorted column is marked, and its heading leads to the reverse order', () => {
  const html = drawn({ sort: '-name' }, 'sort=-name');
  expect(html).toMatch(/<th scope="col" aria-sort="descending"><a href="\/props"[^>]*>Prop/);
  expect(html).toMatch(/<th scope="col"><a href="[^"]*sort=-lent[^"]*"[^>]*>Lent/);
  expect(html).toContain('<th scope="col">Note</th>');
  expect(html).toContain('<th scope="row" data-heads="true">Sword</th>');
});

test('an empty table says whether it has no rows at all or none that match', () => {
  expect(drawn({ total: 0 }, '', [])).toContain('No props yet');
  expect(drawn({ q: 'crown', total: 0 }, 'q=crown', [])).toContain('No props match');
});

test('a table is marked as busy while its rows are loading', () => {
  expect(drawn({}, 'where=attic')).toContain('aria-busy="true"');
  expect(drawn({}, 'unknown=1')).not.toContain('aria-busy');
});

test('a printable table of several pages links to longer pages, and its print shows the page number', () => {
  const long: TableRules = { ...rules, filters: { ...rules.filters, ...pageLengthFilter } };
  const several = { q: 'silver', pages: 3, total: 120 };
  const html = drawn(several, 'q=silver', props, long).replaceAll('&amp;', '&');
  expect(html).toContain('href="/props?q=silver&length=long">Longer pages, for printing');
  expect(html.replaceAll('<!-- -->', '')).toContain('Page 1 of 3.');
  expect(drawn({ ...several, filters: { length: 'long' } }, 'length=long', props, long)).not.toContain('Longer pages');
  expect(drawn({}, '', props, long)).not.toContain('Longer pages');
  expect(drawn(several, 'q=silver')).not.toContain('Longer pages');
});
