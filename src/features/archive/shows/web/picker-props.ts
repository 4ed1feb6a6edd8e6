import type { ShowListContent } from '../contract.ts';
import type { FilterKind } from '../list-state.ts';
import type { ShowListState } from './use-show-list.ts';

/** The props of a filter, closed or open. */
export interface PickerProps {
  list: ShowListState;
  page: ShowListContent;
  kind: FilterKind;
  label: string;
  /** The control's text while nothing is chosen. */
  any: string;
  /** The options; null for members, which are known only after the whole list has loaded. */
  offered: readonly string[] | null;
}
