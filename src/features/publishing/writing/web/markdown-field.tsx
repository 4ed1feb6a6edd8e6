import { useEffect, useId, useRef, useState } from 'react';
import { previewText } from '#platform/shared/calls/contract.ts';
import { validateFileSize } from '#platform/shared/file-size.ts';
import { CallStatus, showResponse } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { UnsavedChangesDialog } from '#platform/web/calls/unsaved-changes.tsx';
import { handleCallResponse } from '#platform/web/calls/use-call.ts';
import { Prose, proseClass } from '#platform/web/ui/content/prose.tsx';
import { Field, Textarea } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ChooseFilesButton } from '#platform/web/uploads/file-choosers.tsx';
import { UploadRows } from '#platform/web/uploads/upload-rows.tsx';
import { useUploads } from '#platform/web/uploads/use-uploads.ts';
import { importWordDocument } from '../contract.ts';
import { maxWordDocumentBytes } from '../limits.ts';
import type { ToolbarAction } from './editor/commands.ts';
import { getTransferredPictures } from './editor/transferred-pictures.ts';
import { applyToolbarAction, insertParagraph } from './markdown-edit.ts';
import styles from './markdown-field.module.css';
import { PictureUploads, usePictureUploads } from './picture-uploads.tsx';
import { SelectionBar, Toolbar } from './toolbar.tsx';
import { useVisualEditor } from './use-visual-editor.ts';

const shortcuts: Readonly<Record<string, ToolbarAction>> = { b: 'bold', i: 'italic', k: 'link' };

/**
 * The field for a text with headings, lists and pictures. It is a text area with Markdown; if the visual editor can
 * show the text, the editor opens in front of the text area. Both have a toolbar and a preview that looks like the
 * site. Pictures can be chosen, dropped or pasted, and Word documents can be imported.
 */
export function MarkdownField({
  label = 'Text',
  headed = false,
  hint = 'Use the buttons, or write Markdown.',
  name = 'content',
  value,
  error,
  onChange,
  onDocument,
  onPendingPictures,
}: {
  label?: string;
  hint?: string;
  /** True if a heading above the field already shows the label. */
  headed?: boolean;
  name?: string;
  value: string;
  error?: string | undefined;
  onChange: (text: string) => void;
  /** Receives an imported Word document. Without this function, the document is added after the text. */
  onDocument?: (markdown: string) => void;
  /**
   * Receives the number of chosen pictures that haven't been inserted yet. Without this function, the field itself
   * warns before they are lost.
   */
  onPendingPictures?: (pictures: number) => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const mount = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  const [isLinking, setLinking] = useState(false);
  // If there is an error about the text, the preview is closed, so that the text is visible
  const [shownError, setShownError] = useState(error);
  if (error !== shownError) {
    setShownError(error);
    if (error) setPreviewing(false);
  }
  const pictures = usePictureUploads((markdown) => {
    if (editor) editor.insert(markdown);
    else if (area.current) insertParagraph(area.current, markdown);
  });
  const { editor, status, isReady, isUnsupported, open, close } = useVisualEditor({
    area,
    mount,
    value,
    onLink: () => setLinking(true),
    onPictures: pictures.add,
    onLostPictures: (lost) => showResponse(pictures.at, { code: 400, msg: lostPicturesMessage(lost) }),
  });
  const isVisual = editor !== undefined;
  const pending = pictures.pictures.length;
  useEffect(() => onPendingPictures?.(pending), [onPendingPictures, pending]);
  const { at } = pictures;
  useEffect(() => {
    const form = area.current?.form;
    if (!form || pending === 0) return undefined;
    const refuse = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      showResponse(at, { code: 400, msg: pendingPicturesMessage(pending) });
      below.current?.querySelector<HTMLElement>('li input')?.focus();
    };
    form.addEventListener('submit', refuse, true);
    return () => form.removeEventListener('submit', refuse, true);
  }, [pending, at]);

  function takePictures(data: DataTransfer, event: { preventDefault: () => void }) {
    const found = getTransferredPictures(data);
    if (found.length === 0) return;
    event.preventDefault();
    pictures.add(found);
  }

  function format(formatting: ToolbarAction) {
    if (!editor) {
      if (area.current) applyToolbarAction(area.current, formatting);
    } else if (formatting === 'link') setLinking(true);
    else editor.format(formatting);
  }

  return (
    <>
      <Field label={headed ? <span className="vh">{label}</span> : label} hint={hint} error={error}>
        {(control) => (
          <div className={styles.box}>
            <Toolbar
              label={label}
              controls={isVisual ? `${control.id}-visual` : control.id}
              active={status.active}
              unavailable={
                isVisual
                  ? [
                      ...(status.canUndo ? [] : (['undo'] as const)),
                      ...(status.canRedo ? [] : (['redo'] as const)),
                      ...(status.around.includes('table') ? (['table'] as const) : []),
                    ]
                  : []
              }
              isVisual={isVisual}
              mayBeVisual={isReady}
              isPreviewing={isPreviewing}
              onFormat={format}
              onPictures={() => chooser.current?.click()}
              onPreview={() => setPreviewing(!isPreviewing)}
              onMarkdown={() => {
                setLinking(false);
                if (isVisual) close();
                else open();
              }}
            />
            <input
              ref={chooser}
              className="vh"
              type="file"
              multiple
              accept="image/*"
              tabIndex={-1}
              aria-hidden="true"
              onChange={({ currentTarget }) => {
                pictures.add([...(currentTarget.files ?? [])]);
                currentTarget.value = '';
              }}
            />
            <div className={styles.paper}>
              <Textarea
                {...control}
                ref={area}
                className={isVisual ? 'vh' : isPreviewing ? `${styles.area} ${styles.behind}` : styles.area}
                name={name}
                rows={14}
                value={value}
                onChange={(event) => onChange(event.target.value)}
                // The visual editor is in front of the text area, so clicking the label or the error focuses the editor
                {...(editor && { tabIndex: -1, 'aria-hidden': true, onFocus: () => editor.focus() })}
                onPaste={(event) => takePictures(event.clipboardData, event)}
                onDrop={(event) => takePictures(event.dataTransfer, event)}
                onDragOver={(event) => {
                  if (event.dataTransfer.types.includes('Files')) event.preventDefault();
                }}
                onKeyDown={(event) => {
                  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
                  const pressed = shortcuts[event.key.toLowerCase()];
                  if (!pressed) return;
                  event.preventDefault();
                  format(pressed);
                }}
              />
              {/* biome-ignore lint/a11y/useSemanticElements: a text area shows no formatting */}
              <div
                ref={mount}
                id={`${control.id}-visual`}
                className={`${proseClass} ${styles.area} ${styles.visual} ${isPreviewing ? styles.behind : ''}`}
                hidden={!isVisual}
                role="textbox"
                tabIndex={0}
                aria-multiline="true"
                aria-label={label}
                aria-describedby={control['aria-describedby']}
                aria-invalid={control['aria-invalid']}
              />
              {isPreviewing && (
                // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it by keys
                <section className={styles.preview} aria-label="Preview" tabIndex={0}>
                  <Preview text={value} />
                </section>
              )}
            </div>
            {editor && !isPreviewing && (
              <SelectionBar
                editor={editor}
                status={status}
                controls={`${control.id}-visual`}
                isLinking={isLinking}
                onLinked={() => setLinking(false)}
              />
            )}
            <p role="status" className="meta">
              {isUnsupported && !isVisual && unsupportedMessage}
            </p>
          </div>
        )}
      </Field>
      <div ref={below} className="stack long-answers">
        <PictureUploads label={label} of={pictures} />
        <WordImport
          onRead={onDocument ?? ((markdown) => onChange([area.current?.value, markdown].filter(Boolean).join('\n\n')))}
        />
      </div>
      {!onPendingPictures && (
        <UnsavedChangesDialog unsaved={pending > 0} what="the pictures you’ve chosen">
          {' '}
          You’ll need to choose them again.
        </UnsavedChangesDialog>
      )}
    </>
  );
}

const unsupportedMessage =
  'This text has something that the visual editor can’t show, so you’re editing it as Markdown. Nothing in it has been changed.';

const pendingPicturesMessage = (pictures: number) =>
  pictures === 1
    ? 'One picture isn’t in the text yet. Add it to the text, or remove it.'
    : `${pictures} pictures aren’t in the text yet. Add each to the text, or remove it.`;

const lostPicturesMessage = (pictures: number) =>
  pictures === 1
    ? 'One picture couldn’t be pasted along with the text. Save it to your device, then add it here.'
    : `${pictures} pictures couldn’t be pasted along with the text. Save them to your device, then add them here.`;

/** The text rendered by the server. The previous preview stays until the next one arrives. */
function Preview({ text }: { text: string }) {
  const [html, setHtml] = useState('');
  const [failed, setFailed] = useState(false);
  const empty = text.trim() === '';
  useEffect(() => {
    if (empty) return setHtml('');
    let isCurrent = true;
    void sendCall(previewText, { content: text }).then((response) => {
      if (!isCurrent) return;
      setFailed(response.code !== 200);
      if (response.code === 200) setHtml(response.html);
    });
    return () => {
      isCurrent = false;
    };
  }, [text, empty]);
  if (empty) return <p className="muted">Your text will appear here as others will see it.</p>;
  return (
    <>
      {failed && <p className="muted">The preview isn’t available at the moment. Your text is safe.</p>}
      <Prose html={html} />
    </>
  );
}

/** Adds a Word document to the text, with its pictures. */
function WordImport({ onRead }: { onRead: (markdown: string) => void }) {
  const at = useId();
  const files = useUploads({
    call: importWordDocument,
    field: 'document',
    validate: (file) => validateFileSize(file, maxWordDocumentBytes),
    onDone: (answer) =>
      handleCallResponse(at, answer, {
        onAnswer: (answer) => {
          if (answer.code === 200) onRead(answer.content);
        },
      }),
  });
  return (
    <div className="stack">
      <div className="row">
        <ChooseFilesButton
          accept=".docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document"
          onFiles={files.add}
        >
          <Icon of="file-text" /> Import a Word document
        </ChooseFilesButton>
        <CallStatus slot={at} />
      </div>
      <UploadRows of={files} checking="Reading…" />
    </div>
  );
}
