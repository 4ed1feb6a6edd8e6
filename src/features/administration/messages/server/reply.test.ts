import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getUndoAction, type MessageAction, messageActions } from '../message.ts';
import { buildReplyHref } from './inbox.ts';

const message = { contact: 'wendy@visitors.example', about: 'Tickets', name: 'Wendy', message: 'Two for Friday?' };

test('the reply link contains the subject and quotes the message', () => {
  const { pathname, searchParams } = new URL(buildReplyHref(message));
  expect(pathname).toBe('wendy@visitors.example');
  expect(searchParams.get('subject')).toBe('Re: Tickets');
  expect(searchParams.get('body')).toBe('\r\n\r\nWendy wrote:\r\n> Two for Friday?\r\n');
});

test('the reply link has exactly one recipient, subject and body, whatever the message contains', () => {
  const typed = fc.string({ unit: 'grapheme', maxLength: 3000 });
  fc.assert(
    fc.property(typed, typed, typed, (contact, name, text) => {
      for (const given of [contact, message.contact]) {
        const href = buildReplyHref({ ...message, contact: given, name, message: text });
        if (href === '' || href.startsWith('tel:')) {
          expect(href).toMatch(/^(tel:\+?\d{5,16})?$/);
          continue;
        }
        const url = new URL(href);
        expect(decodeURIComponent(url.pathname)).toBe(given.trim());
        expect([...url.searchParams.keys()]).toEqual(['subject', 'body']);
        expect(url.hash).toBe('');
        expect(url.searchParams.get('subject')).toBe('Re: Tickets');
      }
    }),
  );
});

test.each([
  ['01632 960 123', 'tel:01632960123'],
  ['+44 (0)1632-960123', 'tel:+441632960123'],
  ['ask at the hall', ''],
  ['', ''],
  ['a@b.example, c@d.example', ''],
])('the reply link for the contact “%s” is “%s”', (contact, href) => {
  expect(buildReplyHref({ ...message, contact })).toBe(href);
});

test('undoing an undo of reading, archiving or deleting a message repeats the action', () => {
  const undoTwice = (action: MessageAction) => getUndoAction(messageActions[action].undo, { done: false });
  expect((['read', 'archive', 'delete'] as const).map(undoTwice)).toEqual(['read', 'archive', 'delete']);
});

test('undoing “Mark as unread” marks feedback as dealt with again if it was before', () => {
  expect(getUndoAction('unread', { done: true })).toBe('done');
  expect(getUndoAction('unread', { done: false })).toBe('read');
});
