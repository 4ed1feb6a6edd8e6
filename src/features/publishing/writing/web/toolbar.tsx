import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { Icon, type IconName } from '#platform/web/ui/icons/icon.tsx';
import type { EditorStatus, SelectionCommand, ToolbarAction } from './editor/commands.ts';
import type { VisualEditor } from './editor/visual-editor.ts';
import styles from './markdown-field.module.css';

interface ToolbarButton {
  key: string;
  /** The icon or the words of the button. */
  content: ReactNode;
  label: string;
  title?: string;
  className?: string | undefined;
  /** Set for a button that can be on or off. */
  isPressed?: boolean;
  isDisabled?: boolean;
  onPress: () => void;
}

/** Buttons for a text. The Tab key stops only once at the whole bar, and the arrow keys move between its buttons. */
function ButtonBar({
  label,
  controls,
  className,
  buttons,
}: {
  label: string;
  controls: string;
  className: string | undefined;
  buttons: readonly ToolbarButton[];
}) {
  const bar = useRef<HTMLDivElement>(null);
  const [chosen, setCurrent] = useState(0);
  const last = buttons.length - 1;
  const current = Math.min(chosen, last);

  function move(event: KeyboardEvent) {
    const next = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div ref={bar} className={className} role="toolbar" aria-label={label} aria-controls={controls}>
      {buttons.map(({ key, content, label, title, className, isPressed, isDisabled, onPress }, index) => (
        <button
          key={key}
          type="button"
          className={className}
          title={title}
          aria-label={label}
          aria-pressed={isPressed}
          aria-disabled={isDisabled || undefined}
          tabIndex={index === current ? 0 : -1}
          onKeyDown={move}
          onClick={() => {
            setCurrent(index);
            if (!isDisabled) onPress();
          }}
        >
          {content}
        </button>
      ))}
    </div>
  );
}

const formattings: readonly { formatting: ToolbarAction; label: string; icon: IconName; keys?: string }[] = [
  { formatting: 'undo', label: 'Undo', icon: 'undo-2', keys: 'Ctrl+Z' },
  { formatting: 'redo', label: 'Redo', icon: 'redo-2', keys: 'Ctrl+Y' },
  { formatting: 'bold', label: 'Bold', icon: 'bold', keys: 'Ctrl+B' },
  { formatting: 'italic', label: 'Italic', icon: 'italic', keys: 'Ctrl+I' },
  { formatting: 'link', label: 'Link', icon: 'link', keys: 'Ctrl+K' },
  { formatting: 'heading', label: 'Heading', icon: 'heading' },
  { formatting: 'subheading', label: 'Subheading', icon: 'heading-3' },
  { formatting: 'list', label: 'List', icon: 'list' },
  { formatting: 'numbers', label: 'Numbered list', icon: 'list-ordered' },
  { formatting: 'quote', label: 'Quote', icon: 'text-quote' },
  { formatting: 'table', label: 'Table', icon: 'table' },
];

/**
 * The buttons above a text. While the text is edited as Markdown, no button for formatting is shown as pressed, because
 * the marks are visible in the text.
 */
export function Toolbar({
  label,
  controls,
  active,
  unavailable,
  isVisual,
  mayBeVisual,
  isPreviewing,
  onFormat,
  onPictures,
  onPreview,
  onMarkdown,
}: {
  /** The label of the text field that the toolbar formats. */
  label: string;
  controls: string;
  active: readonly ToolbarAction[];
  unavailable: readonly ToolbarAction[];
  isVisual: boolean;
  /** False until the visual editor has loaded. */
  mayBeVisual: boolean;
  isPreviewing: boolean;
  onFormat: (formatting: ToolbarAction) => void;
  onPictures: () => void;
  onPreview: () => void;
  onMarkdown: () => void;
}) {
  return (
    <ButtonBar
      label={`Formatting: ${label}`}
      controls={controls}
      className={styles.bar}
      buttons={[
        ...formattings.map(({ formatting, label, icon, keys }) => ({
          key: formatting,
          content: <Icon of={icon} />,
          label,
          title: keys ? `${label} (${keys})` : label,
          ...(isVisual && formatting !== 'undo' && formatting !== 'redo' && { isPressed: active.includes(formatting) }),
          isDisabled: isPreviewing || unavailable.includes(formatting),
          onPress: () => onFormat(formatting),
        })),
        {
          key: 'picture',
          content: <Icon of="image-plus" />,
          label: 'Picture',
          title: 'Picture',
          isDisabled: isPreviewing,
          onPress: onPictures,
        },
        {
          key: 'preview',
          content: 'Preview',
          label: 'Preview',
          className: styles.look,
          isPressed: isPreviewing,
          onPress: onPreview,
        },
        {
          key: 'markdown',
          content: 'Markdown',
          label: 'Markdown',
          className: styles.look,
          isPressed: !isVisual,
          isDisabled: isPreviewing || !mayBeVisual,
          onPress: onMarkdown,
        },
      ]}
    />
  );
}

const listButtons = [
  ['indent', 'Indent', 'Indent (Ctrl+])'],
  ['outdent', 'Outdent', 'Outdent (Ctrl+[)'],
] as const;

const tableButtons = [
  ['add-row', 'Add row', 'Add row (Enter in the last row)'],
  ['add-column', 'Add column', 'Add column'],
  ['delete-row', 'Delete row', 'Delete row'],
  ['delete-column', 'Delete column', 'Delete column'],
  ['delete-table', 'Delete table', 'Delete table'],
] as const;

/**
 * The controls for the selection, below the text: a link's URL, a picture's description, and buttons for a list or
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
