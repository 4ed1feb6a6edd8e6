import { useEffect, useState, useSyncExternalStore } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import type { Page } from '#platform/shared/pages.ts';
import { createIdempotencyKey } from '#platform/web/calls/create-idempotency-key.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { getDoorList, submitCheckIns, submitNotes } from '../contract.ts';
import {
  deletePendingCheckIns,
  deletePendingNotes,
  isPendingElsewhere,
  loadDeviceSettings,
  loadPendingCheckIns,
  loadPendingNotes,
  loadStoredList,
  storeListOffline,
  storePageOffline,
  storePendingCheckIns,
  storePendingNotes,
} from './device-storage.ts';
import { Doorkeeper, type DoorState } from './doorkeeper.ts';
import { createQrReader } from './scanner.tsx';

/**
 * The interval at which the list is fetched, and the interval for retries while the site is unreachable or refuses what
 * this device has to send (milliseconds).
 */
const [syncIntervalMs, retryIntervalMs] = [15_000, 5000];
/** The interval at which the page is stored again for offline use (milliseconds). */
const storeIntervalMs = 10 * minute;

/** Returns a fetch with a time limit. */
const fetchWithin =
  (within: number): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.timeout(within) });

/** Creates the doorkeeper of the page, and subscribes to its state. */
export function useDoorkeeper({ performance, parties, gone, invalid_arrivals, as_of, sale }: Page<'door'>): {
  keeper: Doorkeeper;
  door: DoorState;
} {
  const user = useSite().current_user.id;
  const { id, over_at } = performance;
  const [keeper] = useState(() => {
    const device = () => loadDeviceSettings(user).device;
    const doorPerformance = { id, timeZone: performance.time_zone, counts: performance.counts };
    return new Doorkeeper(
      doorPerformance,
      { parties, gone, invalid_arrivals, as_of },
      {
        fetchList: (within) => sendCall(withParams(getDoorList, { id }), undefined, fetchWithin(within)),
        sendCheckIns: (marks, within) =>
          sendCall(withParams(submitCheckIns, { id }), { device: device(), marks: [...marks] }, fetchWithin(within)),
        sendNotes: (notes, within) =>
          sendCall(withParams(submitNotes, { id }), { device: device(), notes: [...notes] }, fetchWithin(within)),
        storeNotes: (notes) => storePendingNotes(user, id, notes),
        deleteNotes: (sent) => deletePendingNotes(user, id, sent),
        wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
        storePending: (pending) => storePendingCheckIns(user, id, pending),
        deletePending: (sent) => deletePendingCheckIns(user, id, sent),
        storeList: (list) => void storeListOffline(performance, list).catch(() => undefined),
        newId: createIdempotencyKey,
        now: Date.now,
        device,
      },
    );
  });
  const door = useSyncExternalStore(keeper.subscribe, keeper.snapshot, keeper.snapshot);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sale or a payment changes `sale`
  useEffect(() => {
    void keeper.sync();
  }, [keeper, sale]);
  useEffect(() => {
    const resume = () => keeper.resume(loadPendingCheckIns(user, id, Date.now()));
    resume();
    keeper.resumeNotes(loadPendingNotes(user, id));
    void loadStoredList(id).then(
      (list) => list && keeper.restoreStoredList(list),
      () => undefined,
    );
    const again = () => void keeper.sync();
    // Two windows of one door share their pending check-ins
    const heard = (event: StorageEvent) => isPendingElsewhere(event, user, id) && resume();
    addEventListener('online', again);
    addEventListener('storage', heard);
    return () => {
      removeEventListener('online', again);
      removeEventListener('storage', heard);
    };
  }, [keeper, user, id]);
  const { isOffline } = door;
  useEffect(() => {
    if (isOffline) return;
    const storePage = async () => {
      // Fetches the QR reader while there is a network, so that the camera can be started later
      await createQrReader();
      await storePageOffline({ id, over_at }, Date.now());
    };
    const again = () => void storePage().catch(() => undefined);
    again();
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), storeIntervalMs);
    return () => clearInterval(timer);
  }, [id, over_at, isOffline]);
  const isRefused = door.refused !== '' && door.pendingCheckIns + door.pendingNotes.length > 0;
  const wait = door.isOffline || isRefused ? retryIntervalMs : syncIntervalMs;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void keeper.sync(), wait);
    return () => clearInterval(timer);
  }, [keeper, wait]);
  return { keeper, door };
}
