import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from 'react';
import { Button } from '../actions/button.tsx';
import { Icon } from '../icons/icon.tsx';
import styles from './file-input.module.css';

const formatNames = (files: readonly File[]) =>
  files.length > 1 ? `${files.length} files chosen` : (files[0]?.name ?? '');

/**
 * A field for files. The browser's own control covers it invisibly. That control takes clicks, keys and dropped files,
 * works without a script, and announces the chosen files to screen readers.
 */
export function FileInput({ className, onChange, ...rest }: Omit<ComponentProps<'input'>, 'type' | 'ref'>) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState('');
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const form = input.current?.form;
    const reset = () => setChosen('');
    form?.addEventListener('reset', reset);
    return () => form?.removeEventListener('reset', reset);
  }, []);
  function change(event: ChangeEvent<HTMLInputElement>) {
    onChange?.(event);
    // A handler that uses the files at once may already have emptied the field
    setChosen(formatNames([...(input.current?.files ?? [])]));
    setOver(false);
  }
  function clear() {
    if (!input.current) return;
    input.current.value = '';
    input.current.dispatchEvent(new Event('change', { bubbles: true }));
    input.current.focus();
  }
  return (
    <span className={className ? `${styles.field} ${className}` : styles.field} data-over={isOver || undefined}>
      <input
        {...rest}
        ref={input}
        type="file"
        className={styles.input}
        onChange={change}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
      />
      <span className={styles.button} aria-hidden="true">
        <Icon of="paperclip" /> {rest.multiple ? 'Choose files' : 'Choose a file'}
      </span>
      <span className={chosen === '' ? `${styles.name} ${styles.drop}` : styles.name} aria-hidden="true">
        {chosen || (rest.multiple ? 'or drop them here' : 'or drop it here')}
      </span>
      {chosen !== '' && !rest.disabled && (
        <Button look="quiet" small className={styles.clear} onClick={clear}>
          Clear<span className="vh"> {chosen}</span>
        </Button>
      )}
    </span>
  );
}
