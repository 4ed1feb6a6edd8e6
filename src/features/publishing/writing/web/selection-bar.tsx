import { useState } from 'react';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import type { EditorStatus, SelectionCommand } from './editor/commands.ts';
import type { VisualEditor } from './editor/visual-editor.ts';
import styles from './markdown-field.module.css';
import { ButtonBar } from './toolbar.tsx';

const listButtons = [
  ['indent', 'Indent', 'Indent (Ctrl+])'],
  ['outdent', 'Outdent', 'Outdent (Ctrl+[)'],
] as const;

const tableButtons = [
  ['add-row', 'Add row', 'Add row (Enter in the last one)'],
  ['add-column', 'Add column', 'Add column'],
  ['delete-row', 'Delete row', 'Delete row'],
  ['delete-column', 'Delete column', 'Delete column'],
  ['delete-table', 'Delete table', 'Delete table'],
] as const;

/**
 * The controls for the selection, below the text: a link's address, a picture's description, and buttons for a list or
 * table.
 */
export function SelectionBar({
  editor,
  status: { around, link, description },
  controls,
  isLinking,
  onLinked,
}: {
  editor: VisualEditor;
  status: EditorStatus;
  controls: string;
  isLinking: boolean;
  onLinked: () => void;
}) {
  const buttonsOf = (all: readonly (readonly [SelectionCommand, string, string])[]) =>
    all.map(([command, label, title]) => ({
      key: command,
      content: label,
      label,
      title,
      onPress: () => editor.run(command),
    }));
  if (isLinking) return <LinkAddress editor={editor} link={link} onLinked={onLinked} />;
  if (description !== undefined) return <PictureDescription editor={editor} description={description} />;
  if (around.length === 0) return null;
  return (
    <div className={styles.selection}>
      {around.includes('list') && (
        <ButtonBar label="List" controls={controls} className={styles.words} buttons={buttonsOf(listButtons)} />
      )}
      {around.includes('table') && (
        <ButtonBar label="Table" controls={controls} className={styles.words} buttons={buttonsOf(tableButtons)} />
      )}
    </div>
  );
}

function LinkAddress({
  editor,
  link,
  onLinked,
}: {
  editor: VisualEditor;
  link: string | undefined;
  onLinked: () => void;
}) {
  const [url, setUrl] = useState(link ?? '');
  const [error, setError] = useState<string>();
  function save() {
    if (editor.setLink(url)) onLinked();
    else setError('Use a web address, such as https://example.org, or an email address.');
  }
  function cancel() {
    onLinked();
    editor.focus();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce the label a second time
    <div className={styles.selection} role="group" aria-label="Link">
      <InputField
        label="Address of the link"
        error={error}
        value={url}
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        autoFocus
        onChange={({ target }) => {
          setUrl(target.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Enter would submit the form that contains this field
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter') save();
          else cancel();
        }}
      />
      <p className="row">
        <Button small onClick={save}>
          Save link
        </Button>
        {link !== undefined && (
          <Button
            small
            look="line"
            onClick={() => {
              editor.setLink('');
              onLinked();
            }}
          >
            Remove link
          </Button>
        )}
        <Button small look="quiet" onClick={cancel}>
          Cancel
        </Button>
      </p>
    </div>
  );
}

function PictureDescription({ editor, description }: { editor: VisualEditor; description: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce the label a second time
    <div className={styles.selection} role="group" aria-label="Picture">
      <InputField
        label="What does the picture show?"
        hint="For people who can’t see it. Leave it empty if the picture is only decoration."
        value={description}
        maxLength={300}
        onChange={({ target }) => editor.setDescription(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          editor.focus();
        }}
      />
      <Button small look="line" onClick={() => editor.removeSelection()}>
        Remove picture
      </Button>
    </div>
  );
}
