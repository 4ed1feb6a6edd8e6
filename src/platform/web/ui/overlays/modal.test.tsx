import type { ComponentProps, ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Modal } from './modal.tsx';

type DialogElement = ReactElement<ComponentProps<'dialog'>>;

/** Renders a window, and passes its dialog element to `onRender`. */
function Probe({ onClose, onRender }: { onClose: () => void; onRender: (dialog: DialogElement) => void }) {
  const dialog = Modal({ dialog: { current: null }, onClose });
  onRender(dialog);
  return dialog;
}

/** Renders a window. Returns a function that reports a `close` event of its dialog, and the listener. */
function renderModal() {
  const onClose = vi.fn();
  const rendered: DialogElement[] = [];
  renderToString(<Probe onClose={onClose} onRender={(dialog) => rendered.push(dialog)} />);
  const fireClose = (open: boolean) => {
    const element = { open };
    rendered[0]?.props.onClose?.({ target: element, currentTarget: element } as never);
  };
  return { fireClose, onClose };
}

test('a modal window that the browser has closed is removed', () => {
  const { fireClose, onClose } = renderModal();
  fireClose(false);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a modal window stays if the browser reports its closing only after it was opened again', () => {
  const { fireClose, onClose } = renderModal();
  fireClose(true);
  expect(onClose).not.toHaveBeenCalled();
});
