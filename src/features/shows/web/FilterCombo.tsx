import { useContext, useDeferredValue, useMemo, useState } from 'react';
import {
  Button,
  ComboBox,
  ComboBoxStateContext,
  Input,
  type Key,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components';
import { fold } from '#platform/shared/text.ts';
import fieldStyles from '#platform/web/ui/Field.module.css';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { MOST_ITEMS } from '../list-state.ts';
import styles from './FilterCombo.module.css';
import type { PickerProps } from './picker-props.ts';

interface Item {
  id: string;
  name: string;
  key: string;
}

/**
 * A filter that is typed into: of all it offers, the first 200 that have what is typed. Several can be
 * chosen.
 */
export function FilterCombo({ list, page, kind, any, offered, labelledBy }: PickerProps & { labelledBy: string }) {
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(fold(typed));
  const chosen = list.choices[kind];
  const items = useMemo(() => (offered === null ? people(page.members) : offered.map(asItem)), [offered, page.members]);
  const matching = useMemo(() => items.filter(({ key }) => key.includes(sought)), [items, sought]);
  const shown = useMemo(() => matching.slice(0, MOST_ITEMS), [matching]);

  const change = (keys: readonly Key[]) => {
    for (const { id } of shown) {
      const wanted = keys.includes(id);
      if (wanted !== chosen.includes(id)) list.dispatch({ do: wanted ? 'add' : 'remove', kind, value: id });
    }
    setTyped('');
  };
  return (
    <ComboBox
      className={styles.combo ?? ''}
      aria-labelledby={labelledBy}
      selectionMode="multiple"
      value={[...chosen]}
      onChange={change}
      inputValue={typed}
      onInputChange={setTyped}
      items={shown}
      defaultFilter={() => true}
      menuTrigger="focus"
      allowsEmptyCollection
    >
      {/* React Aria would add this rule as an inline style sheet, which the site's security policy forbids: with an element of this name it doesn't, and our own sheet has the rule */}
      <span id="react-aria-pressable-style" hidden />
      <TypeInto placeholder={chosen.length > 0 ? `${chosen.length} chosen` : any} />
      <Button className={styles.open ?? ''} aria-label="Show the list" />
      <Popover className={styles.menu ?? ''} offset={4}>
        <ListBox<Item>
          className={styles.list ?? ''}
          renderEmptyState={() => <p className={styles.none}>{emptyFor(page, offered)}</p>}
        >
          {({ id, name }) => (
            <ListBoxItem id={id} textValue={name} className={styles.item ?? ''}>
              {/* React Aria keeps what it drew of an item: only what it hands in itself is true of the moment */}
              {({ isSelected }) => (
                <>
                  <span>{name}</span>
                  {isSelected && <Icon of="check" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
        {matching.length > shown.length && (
          <p className={styles.more}>And {matching.length - shown.length} more: type some of the name to find them.</p>
        )}
      </Popover>
    </ComboBox>
  );
}

/** Gets the focus, which opens the list; pressed once more after Escape it opens it again. */
function TypeInto({ placeholder }: { placeholder: string }) {
  const combo = useContext(ComboBoxStateContext);
  return (
    <Input
      autoFocus
      className={fieldStyles.input ?? ''}
      placeholder={placeholder}
      maxLength={200}
      onClick={() => combo?.open(null, 'focus')}
    />
  );
}

function emptyFor(page: PickerProps['page'], offered: PickerProps['offered']): string {
  return offered === null && page.first_view ? 'Fetching the names…' : 'Nothing of that name. Try fewer letters.';
}

const asItem = (name: string): Item => ({ id: name, name, key: fold(name) });

function people(members: PickerProps['page']['members']): Item[] {
  const all = Object.entries(members).map(([id, { name, also_known_as }]) => ({
    id,
    name: also_known_as.length === 0 ? name : `${name}, also known as ${also_known_as.join(', ')}`,
    key: fold([name, ...also_known_as].join(' ')),
  }));
  return all.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id < b.id ? -1 : 1));
}
