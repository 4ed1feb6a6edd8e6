import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '../icons/icon.tsx';
import styles from './combobox.module.css';
import { Input } from './field.tsx';

/**
 * Returns the index to which a key leads from the option at `at` in a list of `count`. The field itself has the index
 * -1. The arrow keys wrap around from one end of the list to the other, and keys that move the field's cursor lead to
 * the field. Returns undefined for a key that leads nowhere.
 */
export function getOptionIndexForKey(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return at + 1 < count ? at + 1 : count > 0 ? 0 : -1;
    case 'ArrowUp':
      return at > 0 ? at - 1 : count - 1;
    case 'Home':
    case 'End':
    case 'ArrowLeft':
    case 'ArrowRight':
      return -1;
    default:
      return undefined;
  }
}

export interface ComboboxOption {
  id: string;
  text: string;
  /** A note that distinguishes the option from another one with the same text. */
  note?: string;
  /** True if this option is chosen, in a list where several can be chosen. */
  isChosen?: boolean;
}

/**
 * A field with a list of suggestions: the combobox of the ARIA Authoring Practices, with list autocompletion. The focus
 * stays in the field, and the arrow keys move through the list. The screen that uses the field finds the options.
 */
export function Combobox<Of extends ComboboxOption>({
  typed,
  onType,
  options,
  onChoose,
  several = false,
  browsable = false,
  onEnter,
  onLeave,
  emptyMessage,
  more,
  onKeyDown,
  ...rest
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur' | 'onClick'> & {
  typed: string;
  onType: (typed: string) => void;
  /** Null if no list is to be shown; an empty list shows `emptyMessage`. */
  options: readonly Of[] | null;
  onChoose: (option: Of) => void;
  /** True if several options can be chosen. Choosing a chosen option then removes it, and the list stays open. */
  several?: boolean;
  /** True if the list can be opened before anything is typed, by focusing the field or by a button. */
  browsable?: boolean;
  /**
   * Called for Enter if no option is active. Resolves to true if an option has to be chosen; the first option then
   * becomes active.
   */
  onEnter?: () => Promise<boolean>;
  onLeave?: () => void;
  /** The message of an empty list. */
  emptyMessage: string;
  /** Content shown below the list of options. */
  more?: ReactNode;
}) {
  const [open, setOpen] = useState(browsable && rest.autoFocus === true);
  /** The id of the active option, or `first` for the first one; null if none is active. */
  const [pointedAt, pointAt] = useState<{ id: string } | 'first' | null>(null);
  const [told, setTold] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = open && options !== null;
  const count = options?.length ?? 0;
  const at =
    !shown || pointedAt === null ? -1 : pointedAt === 'first' ? 0 : options.findIndex((one) => one.id === pointedAt.id);
  const optionId = (number: number) => `${id}-${number}`;
  const named = { 'aria-label': rest['aria-label'], 'aria-labelledby': rest['aria-labelledby'] };

  useLayoutEffect(() => {
    if (!shown || !list.current) return;
    const box = list.current;
    box.style.translate = '';
    const over = box.getBoundingClientRect().right + 8 - document.documentElement.clientWidth;
    if (over > 0) box.style.translate = `${-over}px`;
    // On a phone's screen there is little room below a field
    if (count > 0) box.scrollIntoView({ block: 'nearest' });
  }, [shown, count]);
  useLayoutEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);

  const close = () => {
    setOpen(false);
    pointAt(null);
  };
  const choose = (option: Of) => {
    if (several) {
      pointAt({ id: option.id });
      setTold(option.isChosen ? `${option.text} removed` : `${option.text} selected`);
    } else close();
    onChoose(option);
  };
  const enter = async (field: HTMLInputElement) => {
    // `onEnter` takes time, in which the user may have moved on to the next field
    if (!(await onEnter?.()) || document.activeElement !== field) return;
    setOpen(true);
    pointAt('first');
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    const { key } = event;
    // While a character is being composed, the input method handles the keys
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (key === 'Enter' && (shown || onEnter)) {
      event.preventDefault();
      const option = options?.[at];
      if (option) choose(option);
      else void enter(event.currentTarget);
    } else if (key === 'Escape' && shown) {
      event.preventDefault();
      close();
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (options === null) return;
      event.preventDefault();
      setOpen(!event.altKey || key === 'ArrowDown');
      const option = options[getOptionIndexForKey(key, at, count) ?? -1];
      pointAt(option && !event.altKey ? { id: option.id } : null);
    } else if (getOptionIndexForKey(key, at, count) === -1) pointAt(null);
  };

  return (
    <span className={browsable ? `${styles.combobox} ${styles.browsable}` : styles.combobox}>
      <Input
        maxLength={200}
        {...rest}
        role="combobox"
        aria-expanded={shown && count > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={at < 0 ? undefined : optionId(at)}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          onType(target.value);
          setOpen(true);
          setTold('');
          pointAt(null);
        }}
        onKeyDown={press}
        onFocus={(event) => {
          rest.onFocus?.(event);
          if (browsable) setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => {
          close();
          onLeave?.();
        }}
      />
      {browsable && (
        <button
          type="button"
          className={styles.opener}
          tabIndex={-1}
          aria-label="Show suggestions"
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ currentTarget }) => {
            currentTarget.parentElement?.querySelector('input')?.focus();
            setOpen(!shown);
          }}
        />
      )}
      <span className="vh" role="status">
        {shown && (told || (count > 0 ? `${count} ${count === 1 ? 'suggestion' : 'suggestions'}` : emptyMessage))}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the field */}
      <div ref={list} className={styles.popup} hidden={!shown} onMouseDown={(event) => event.preventDefault()}>
        <div
          id={`${id}-list`}
          role="listbox"
          {...named}
          aria-multiselectable={several || undefined}
          className={styles.list}
          hidden={count === 0}
        >
          {shown &&
            options.map((option, number) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={option.id}
                id={optionId(number)}
                role="option"
                tabIndex={-1}
                aria-selected={several ? option.isChosen === true : number === at}
                data-pointed={number === at || undefined}
                className={styles.option}
                onClick={() => choose(option)}
              >
                <span>{option.text}</span>
                {option.note && <span className={styles.note}> {option.note}</span>}
                {option.isChosen && <Icon of="check" />}
              </div>
            ))}
        </div>
        {shown && count === 0 && (
          <p className={styles.aside} aria-hidden>
            {emptyMessage}
          </p>
        )}
        {shown && more && <p className={styles.aside}>{more}</p>}
      </div>
    </span>
  );
}
