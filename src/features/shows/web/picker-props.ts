import type { ListShows } from '../contract.ts';
import type { FilterKind } from '../list-state.ts';
import type { ShowList } from './useShowList.ts';

/** The props of a filter, closed or open. */
export interface PickerProps {
  list: ShowList;
  page: ListShows;
  kind: FilterKind;
  label: string;
  /** What the control shows while nothing is chosen. */
  any: string;
  /** Null for members, which are known only after the whole list has loaded. */
  offered: readonly string[] | null;
}
