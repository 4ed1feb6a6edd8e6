import { useEffect, useState, useSyncExternalStore } from 'react';
import { withParams } from '#platform/shared/calls.ts';
import { minute } from '#platform/shared/durations.ts';
import type { Page } from '#platform/shared/pages.ts';
import { sendCall } from '#platform/web/calls/sendCall.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { doorList, markArrivals, sendNotes } from '../contract.ts';
import { reader } from './camera.ts';
import {
  deviceSettings,
  forgetNotes,
  forgetUnsent,
  storedNotes,
  storeNotes,
  storeUnsent,
  unsentAt,
  waitsElsewhere,
} from './device-storage.ts';
import { Doorkeeper, type DoorState } from './doorkeeper.ts';
import { keepList, keepPage, storedList } from './keep-page.ts';

/** How often the list is fetched again, or a site that can't be reached is tried (milliseconds). */
const [often, soon] = [15_000, 5000];
/** How old the stored page may get; its list is stored each time it changes (milliseconds). */
const tenMinutes = 10 * minute;

/** A fetch that gives up. */
const inTime =
  (within: number): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.timeout(within) });

// Not `randomUUID`, which a site without https doesn't have
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The doorkeeper of the page on screen, and its door's state. */
export function useDoorkeeper({ performance, parties, gone, invalid_arrivals, as_of, sale }: Page<'door'>): {
  keeper: Doorkeeper;
  door: DoorState;
} {
  const user = useSite().current_user.id;
  const { id, over_at } = performance;
  const [keeper] = useState(() => {
    const device = () => deviceSettings(user).device;
    const place = { performance: id, timeZone: performance.time_zone, counts: performance.counts };
    return new Doorkeeper(
      place,
      { parties, gone, invalid_arrivals, as_of },
      {
        fetchList: (within) => sendCall(withParams(doorList, { id }), undefined, inTime(within)),
        sendMarks: (marks, within) =>
          sendCall(withParams(markArrivals, { id }), { device: device(), marks: [...marks] }, inTime(within)),
        sendNotes: (notes, within) =>
          sendCall(withParams(sendNotes, { id }), { device: device(), notes: [...notes] }, inTime(within)),
        keepNotes: (notes) => storeNotes(user, id, notes),
        forgetNotes: (sent) => forgetNotes(user, id, sent),
        wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
        keep: (unsent) => storeUnsent(user, id, unsent),
        forget: (sent) => forgetUnsent(user, id, sent),
        keepList: (list) => void keepList(performance, list).catch(() => undefined),
        newId,
        now: Date.now,
        device,
      },
    );
  });
  const door = useSyncExternalStore(keeper.subscribe, keeper.snapshot, keeper.snapshot);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sale or a payment shows in what is sold
  useEffect(() => {
    void keeper.sync();
  }, [keeper, sale]);
  useEffect(() => {
    const resume = () => keeper.resume(unsentAt(user, id, Date.now()));
    resume();
    keeper.resumeNotes(storedNotes(user, id));
    void storedList(id).then(
      (list) => list && keeper.recall(list),
      () => undefined,
    );
    const again = () => void keeper.sync();
    // Two windows of one door have one queue
    const heard = (event: StorageEvent) => waitsElsewhere(event, user, id) && resume();
    addEventListener('online', again);
    addEventListener('storage', heard);
    return () => {
      removeEventListener('online', again);
      removeEventListener('storage', heard);
    };
  }, [keeper, user, id]);
  const { cutOff } = door;
  useEffect(() => {
    if (cutOff) return;
    const keep = async () => {
      // Fetched while there is a network, so that a camera can be started later
      await reader();
      await keepPage({ id, over_at }, Date.now());
    };
    const again = () => void keep().catch(() => undefined);
    again();
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), tenMinutes);
    return () => clearInterval(timer);
  }, [id, over_at, cutOff]);
  const wait = door.cutOff || door.refused !== '' ? soon : often;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void keeper.sync(), wait);
    return () => clearInterval(timer);
  }, [keeper, wait]);
  return { keeper, door };
}
