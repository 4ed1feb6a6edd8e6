import { type ComponentProps, type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '../ui/actions/button.tsx';
import { FileInput } from '../ui/fields/file-input.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import styles from './file-choosers.module.css';

/** A button that lets the user choose files. */
export function ChooseFilesButton({
  accept,
  several = false,
  onFiles,
  ...button
}: {
  accept: string;
  several?: boolean;
  onFiles: (files: readonly File[]) => void;
} & Omit<ComponentProps<typeof Button>, 'onClick'>) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        className="vh"
        type="file"
        multiple={several}
        accept={accept}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Without this, choosing the same file again would fire no change event
          currentTarget.value = '';
        }}
      />
      <Button look="line" {...button} onClick={() => chooser.current?.click()} />
    </>
  );
}

/** An area in which files can be chosen or dropped. Its hint names the accepted types in advance. */
export function FileDropZone({
  label,
  hint,
  accept,
  several = true,
  onFiles,
}: {
  label: string;
  /** The accepted types and sizes. */
  hint: string;
  accept: string;
  several?: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => onFiles([...(files ?? [])].slice(0, several ? undefined : 1));
  const drag = (event: DragEvent, entering: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(entering);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button that chooses files
    <div
      className={over ? `${styles.drop} ${styles.over}` : styles.drop}
      onDragEnter={(event) => drag(event, true)}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        take(event.dataTransfer.files);
      }}
    >
      <Icon of="upload" className={styles.sign} />
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <p className="meta" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      <FileInput
        id={id}
        className={styles.input}
        accept={accept}
        multiple={several}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // Without this, choosing the same file again would fire no change event
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
