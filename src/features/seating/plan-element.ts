import type { Seating } from './contract.ts';

/**
 * The attributes of the page element that carries the planner, `#seating-plan`: the plan as it is saved, for programs that
 * read the page. Nothing of ours reads them, so that whoever changes one changes nothing.
 */
export const planElement = ({
  layout,
  initialAssignment,
  showName,
  authors,
  date,
}: Pick<Seating, 'layout' | 'initialAssignment' | 'showName' | 'authors' | 'date'>) => ({
  id: 'seating-plan',
  'data-layout': JSON.stringify(layout),
  'data-assignments': JSON.stringify(initialAssignment),
  'data-showname': showName,
  'data-authors': authors,
  'data-date': date,
});
