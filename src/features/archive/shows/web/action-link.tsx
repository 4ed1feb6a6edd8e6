import type { MouseEvent } from 'react';
import { isPlainClick } from '#platform/web/navigation/index.ts';
import type { ListAction } from '../list-state.ts';
import type { ShowListState } from './use-show-list.ts';

/** A link that changes the list in place; in a new tab, or without JavaScript, it opens the same list. */
export function ActionLink({
  list,
  action,
  ...rest
}: { list: ShowListState; action: ListAction } & Omit<React.ComponentProps<'a'>, 'href'>) {
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    list.dispatch(action);
  };
  return <a {...rest} href={list.hrefAfter(action)} onClick={follow} />;
}
