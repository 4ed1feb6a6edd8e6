import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { setFieldValue } from '#platform/web/hydration/replay.ts';
import { useLazyModule } from '#platform/web/parts/lazy-module.ts';
import type { EditorStatus } from './editor/commands.ts';
import type { VisualEditor } from './editor/visual-editor.ts';

/** Loads the editor. The server's build leaves the editor out, because the server never opens it. */
const loadEditor = () =>
  import.meta.env.SSR ? Promise.reject(new Error('The server has no editor.')) : import('./editor/visual-editor.ts');

const idle: EditorStatus = {
  active: [],
  canUndo: false,
  canRedo: false,
  around: [],
  link: undefined,
  description: undefined,
};

/**
 * Opens a text area's Markdown in the visual editor once the editor has loaded, unless somebody is already typing in
 * the text area. Input in the editor is copied to the text area, as if it were typed there.
 */
export function useVisualEditor({
  area,
  mount,
  value,
  onLink,
  onPictures,
  onLostPictures,
}: {
  area: RefObject<HTMLTextAreaElement | null>;
  /** The element that becomes the editor. */
  mount: RefObject<HTMLDivElement | null>;
  value: string;
  onLink: () => void;
  onPictures: (files: readonly File[]) => void;
  onLostPictures: (pictures: number) => void;
}) {
  const { part, load } = useLazyModule(loadEditor);
  /** True once the editor has loaded. It then opens, unless somebody is already typing Markdown. */
  const [isReady, setReady] = useState(false);
  const [editor, setEditor] = useState<VisualEditor>();
  const [status, setStatus] = useState(idle);
  /** True if the text can only be edited as Markdown. */
  const [isUnsupported, setUnsupported] = useState(false);
  /** The Markdown in the visual editor. */
  const shown = useRef('');
  /** The height with which the editor opened. */
  const firstHeight = useRef('');
  const callbacks = useRef({ onLink, onPictures, onLostPictures });
  useLayoutEffect(() => {
    callbacks.current = { onLink, onPictures, onLostPictures };
  });

  /** Lets the editor grow with its text, unless somebody has dragged it to a height of their own. */
  function releaseHeight() {
    const style = mount.current?.style;
    if (style && style.height === firstHeight.current) style.height = '';
  }

  function showMarkdown() {
    setEditor(undefined);
    setUnsupported(true);
  }

  function open() {
    const { current: source } = area;
    const { current: element } = mount;
    if (!part || !source || !element) return;
    shown.current = source.value;
    // The editor gets the height of the text area, so that nothing below moves until the text changes
    firstHeight.current = `${source.offsetHeight}px`;
    element.style.height = firstHeight.current;
    const opened = part.openVisualEditor(element, {
      source: source.value,
      onChange: (markdown) => {
        releaseHeight();
        shown.current = markdown;
        setFieldValue(source, markdown);
      },
      // The text area still has the text without this change
      onUnsupported: showMarkdown,
      onStatus: setStatus,
      onLink: () => callbacks.current.onLink(),
      onPictures: (files) => callbacks.current.onPictures(files),
      onLostPictures: (pictures) => callbacks.current.onLostPictures(pictures),
    });
    setUnsupported(!opened);
    setEditor(opened);
  }

  useEffect(() => void load(), [load]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor opens by itself only once, when it has loaded
  useEffect(() => {
    if (!part) return;
    if (document.activeElement !== area.current) open();
    setReady(true);
  }, [part]);
  useEffect(() => () => editor?.destroy(), [editor]);

  // A draft, an imported document or another person's version has replaced the text
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text area shows each new value
  useLayoutEffect(() => {
    const source = area.current?.value ?? '';
    if (!editor || source === shown.current) return;
    shown.current = source;
    releaseHeight();
    if (!editor.replaceText(source)) showMarkdown();
  }, [editor, value]);

  return {
    editor,
    status: editor ? status : idle,
    isReady,
    isUnsupported,
    open,
    /** Shows the Markdown again. */
    close: () => setEditor(undefined),
  };
}
