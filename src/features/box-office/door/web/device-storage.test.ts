import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteStoredUserData } from '#platform/web/drafts/user-storage.ts';
import {
  countNotesOfOthers,
  deleteExpiredCheckIns,
  deletePendingCheckIns,
  isCheckInStoredEvent,
  isNoteStoredEvent,
  loadAllPendingNotes,
  loadPendingCheckIns,
  loadPendingNotes,
  parseDeletedNoteId,
  storePendingCheckIns,
  storePendingNotes,
} from './device-storage.ts';
import { sendAllPendingNotes } from './doors-page.tsx';

let stored: Record<string, string>;

beforeEach(() => {
  stored = {};
  const methods = {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, value: string) => {
      stored[name] = value;
    },
    removeItem: (name: string) => void delete stored[name],
  };
  vi.stubGlobal('document', {});
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: (_, name) => ({ value: stored[String(name)], enumerable: true, configurable: true }),
    }),
  );
});
afterEach(() => void vi.unstubAllGlobals());

const mark = (id: string, at: number) => ({ id, ticket: 't', came: true, at });

test('check-ins that one window has sent are deleted, and those of another window are kept', () => {
  storePendingCheckIns('bea', 'macbeth', [mark('mine', 20)]);
  storePendingCheckIns('bea', 'macbeth', [mark('theirs', 10)]);
  expect(loadPendingCheckIns('bea', 'macbeth', 30)).toEqual([mark('theirs', 10), mark('mine', 20)]);
  deletePendingCheckIns('bea', 'macbeth', [mark('mine', 20)]);
  expect(loadPendingCheckIns('bea', 'macbeth', 30)).toEqual([mark('theirs', 10)]);
});

test('pending check-ins are stored per user and performance, for at most a day', () => {
  storePendingCheckIns('bea', 'macbeth', [mark('one', 0)]);
  expect(loadPendingCheckIns('ann', 'macbeth', 1)).toEqual([]);
  expect(loadPendingCheckIns('bea', 'hamlet', 1)).toEqual([]);
  expect(loadPendingCheckIns('bea', 'macbeth', 24 * 3_600_000)).toEqual([]);
  for (const name of Object.keys(stored)) stored[name] = '{"id":1}';
  expect(loadPendingCheckIns('bea', 'macbeth', 1)).toEqual([]);
});

test('a user’s check-ins older than a day are deleted for all performances, and all other check-ins and notes are kept', () => {
  const day = 24 * 3_600_000;
  storePendingCheckIns('bea', 'macbeth', [mark('old', 0), mark('new', 2)]);
  storePendingCheckIns('bea', 'hamlet', [mark('old', 1)]);
  storePendingCheckIns('ann', 'macbeth', [mark('hers', 0)]);
  storePendingNotes('bea', 'macbeth', [note('money', 0)]);
  deleteExpiredCheckIns('bea', day + 1);
  expect(Object.values(stored).map((text) => JSON.parse(text).id)).toEqual(['new', 'hers', 'money']);
});

test('deleting all drafts deletes pending check-ins', () => {
  storePendingCheckIns('bea', 'macbeth', [mark('one', 0)]);
  deleteStoredUserData();
  expect(Object.keys(stored)).toEqual([]);
});

test('a window recognises the notes of its user and performance that another window stores or deletes', () => {
  storePendingNotes('bea', 'macbeth', [note('one', 1)]);
  const [key = ''] = Object.keys(stored);
  const event = (some: object) => ({ key, newValue: '{}', ...some }) as StorageEvent;
  expect(isNoteStoredEvent(event({}), 'bea', 'macbeth')).toBe(true);
  expect(isNoteStoredEvent(event({ newValue: null }), 'bea', 'macbeth')).toBe(false);
  expect(isNoteStoredEvent(event({}), 'ann', 'macbeth')).toBe(false);
  expect(isNoteStoredEvent(event({}), 'bea', 'hamlet')).toBe(false);
  expect(isNoteStoredEvent(event({ key: null }), 'bea', 'macbeth')).toBe(false);
  expect(parseDeletedNoteId(event({ newValue: null }), 'bea', 'macbeth')).toBe('one');
  expect(parseDeletedNoteId(event({}), 'bea', 'macbeth')).toBeUndefined();
  expect(parseDeletedNoteId(event({ newValue: null }), 'bea', 'hamlet')).toBeUndefined();
});

test('a window recognises the check-ins of its performance that another window stores', () => {
  storePendingCheckIns('bea', 'macbeth', [mark('one', 0)]);
  const [key = ''] = Object.keys(stored);
  const event = (some: object) => ({ key, newValue: '{}', ...some }) as StorageEvent;
  expect(isCheckInStoredEvent(event({}), 'bea', 'macbeth')).toBe(true);
  expect(isCheckInStoredEvent(event({ newValue: null }), 'bea', 'macbeth')).toBe(false);
  expect(isCheckInStoredEvent(event({}), 'bea', 'hamlet')).toBe(false);
  expect(isCheckInStoredEvent(event({ key: null }), 'bea', 'macbeth')).toBe(false);
});

const note = (id: string, at: number) => ({
  kind: 'payment' as const,
  id,
  order: 'o',
  how: 'cash' as const,
  pence: 1200,
  at,
});
const sendTo = (handedIn: string[], code = 200) => ({
  now: 100,
  send: async (performance: string, notes: { id: string }[]) => {
    if (code === 200) handedIn.push(...notes.map(({ id }) => `${performance} ${id}`));
    return { code, msg: code === 200 ? '' : 'That performance was deleted.' };
  },
});

test('a user’s pending notes of all performances are sent without opening their pages, and then deleted', async () => {
  storePendingNotes('bea', 'macbeth', [note('late', 20), note('early', 10)]);
  storePendingNotes('bea', 'hamlet', [note('other', 30)]);
  const handedIn: string[] = [];
  expect(await sendAllPendingNotes('bea', sendTo(handedIn))).toEqual({ sent: 3, refused: new Map() });
  expect(handedIn).toEqual(['macbeth early', 'macbeth late', 'hamlet other']);
  expect(loadAllPendingNotes('bea').size).toBe(0);
});

test('payment notes stay on the device if the site is unreachable or refuses them', async () => {
  storePendingNotes('bea', 'macbeth', [note('one', 1)]);
  expect(await sendAllPendingNotes('bea', sendTo([], 0))).toEqual({ sent: 0, refused: new Map() });
  expect((await sendAllPendingNotes('bea', sendTo([], 404))).refused).toEqual(
    new Map([['macbeth', 'That performance was deleted.']]),
  );
  expect(loadPendingNotes('bea', 'macbeth')).toEqual([note('one', 1)]);
});

test('a payment note that the site rejects stays on the device, and accepted notes are deleted', async () => {
  storePendingNotes('bea', 'macbeth', [note('one', 1), note('two', 2)]);
  const send = async () => ({ code: 200, msg: '', refused: [{ id: 'one', msg: 'Its amount can’t be right.' }] });
  expect(await sendAllPendingNotes('bea', { send, now: 10 })).toEqual({
    sent: 1,
    refused: new Map([['macbeth', 'Its amount can’t be right.']]),
  });
  expect(loadPendingNotes('bea', 'macbeth')).toEqual([note('one', 1)]);
});

test('a damaged payment note doesn’t hide the others, and full storage causes no error', () => {
  storePendingNotes('bea', 'macbeth', [note('one', 1)]);
  stored['door notes of bea at macbeth: broken'] = '{"id":';
  stored['door notes of bea at macbeth: other'] = '{"id":1}';
  expect(loadPendingNotes('bea', 'macbeth')).toEqual([note('one', 1)]);
  expect([...loadAllPendingNotes('bea')]).toEqual([['macbeth', [note('one', 1)]]]);
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('', 'QuotaExceededError');
    },
  });
  storePendingNotes('bea', 'macbeth', [note('two', 2)]);
  expect(loadPendingNotes('bea', 'macbeth')).toEqual([]);
});

test('if two windows send a payment note, a note written in the meantime stays on the device', async () => {
  storePendingNotes('bea', 'macbeth', [note('one', 1)]);
  const handedIn: string[] = [];
  const first = sendAllPendingNotes('bea', sendTo(handedIn));
  const second = sendAllPendingNotes('bea', sendTo(handedIn));
  storePendingNotes('bea', 'macbeth', [note('two', 2)]);
  await Promise.all([first, second]);
  // The site stores notes with the same id only once
  expect(new Set(handedIn)).toEqual(new Set(['macbeth one']));
  expect(loadPendingNotes('bea', 'macbeth')).toEqual([note('two', 2)]);
});

test('deleting all drafts keeps payment notes, and another user of the phone doesn’t send them', async () => {
  storePendingNotes('bea', 'macbeth', [note('one', 1)]);
  deleteStoredUserData();
  const handedIn: string[] = [];
  await sendAllPendingNotes('ann', sendTo(handedIn));
  expect(handedIn).toEqual([]);
  expect([countNotesOfOthers('ann'), countNotesOfOthers('bea')]).toEqual([1, 0]);
  expect(loadPendingNotes('bea', 'macbeth')).toEqual([note('one', 1)]);
});
