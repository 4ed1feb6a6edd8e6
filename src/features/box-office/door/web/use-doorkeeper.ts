import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
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
  isCheckInStoredEvent,
  isNoteStoredEvent,
  loadDeviceSettings,
  loadPendingCheckIns,
  loadPendingNotes,
  loadStoredDoorList,
  parseDeletedNoteId,
  storeDoorListOffline,
  storeDoorPageOffline,
  storePendingCheckIns,
  storePendingNotes,
} from './device-storage.ts';
import { Doorkeeper, type DoorState } from './doorkeeper.ts';
import { createQrReader } from './scanner.tsx';

/**
 * The interval at which the list is fetched, and the shorter interval at which requests are retried while the site is
 * unreachable or refuses what this device sends (milliseconds).
 */
const [syncIntervalMs, retryIntervalMs] = [15_000, 5000];
/** The interval at which the page is stored again for offline use (milliseconds). */
const storeIntervalMs = 10 * minute;

/**
 * Returns a `fetch` that times out after `within` milliseconds. A 401 response opens the sign-in dialog only if `asks`
 * returns true.
 */
const fetchWithin =
  (within: number, asks: () => boolean): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, signal: AbortSignal.timeout(within) });
    if (response.status !== 401 || asks()) return response;
    const { code, msg } = await response.json();
    return Response.json({ code, msg }, { status: response.status });
  };

/** Creates the doorkeeper of the page, and subscribes to its state. */
export function useDoorkeeper({ performance, parties, gone, invalid_arrivals, as_of, sale }: Page<'door'>): {
  keeper: Doorkeeper;
  door: DoorState;
  /**
   * True if the user has been signed out and has closed the sign-in dialog. No request opens the dialog again until
   * `signIn` is called.
   */
  isSignedOut: boolean;
  signIn: () => void;
} {
  const user = useSite().current_user.id;
  const { id, over_at } = performance;
  const [isSignedOut, setIsSignedOut] = useState(false);
  const mayAsk = useRef(true);
  const [keeper] = useState(() => {
    const rememberSession = <Answer extends { code: number }>(answer: Answer): Answer => {
      if (answer.code !== 0) {
        mayAsk.current = answer.code !== 401;
        setIsSignedOut(answer.code === 401);
      }
      return answer;
    };
    const fetchSoon = (within: number) => fetchWithin(within, () => mayAsk.current);
    const device = () => loadDeviceSettings(user).device;
    const doorPerformance = { id, timeZone: performance.time_zone, counts: performance.counts };
    return new Doorkeeper(
      doorPerformance,
      { parties, gone, invalid_arrivals, as_of },
      {
        fetchList: async (within) =>
          rememberSession(await sendCall(withParams(getDoorList, { id }), undefined, fetchSoon(within))),
        sendCheckIns: async (marks, within) => {
          const body = { device: device(), marks: [...marks] };
          return rememberSession(await sendCall(withParams(submitCheckIns, { id }), body, fetchSoon(within)));
        },
        sendNotes: async (notes, within) => {
          const body = { device: device(), notes: [...notes] };
          return rememberSession(await sendCall(withParams(submitNotes, { id }), body, fetchSoon(within)));
        },
        storeNotes: (notes) => storePendingNotes(user, id, notes),
        deleteNotes: (sent) => deletePendingNotes(user, id, sent),
        wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
        storePending: (pending) => storePendingCheckIns(user, id, pending),
        deletePending: (sent) => deletePendingCheckIns(user, id, sent),
        storeList: (list) => void storeDoorListOffline(performance, list).catch(() => undefined),
        newId: createIdempotencyKey,
        now: Date.now,
        device,
      },
    );
  });
  const door = useSyncExternalStore(keeper.subscribe, keeper.snapshot, keeper.snapshot);
  // A sale or a payment at this door fetches the page again, which changes `sale`
  useEffect(() => {
    keeper.renewSale(sale);
    void keeper.sync();
  }, [keeper, sale]);
  useEffect(() => {
    const resume = () => keeper.resume(loadPendingCheckIns(user, id, Date.now()));
    const resumeNotes = () => keeper.resumeNotes(loadPendingNotes(user, id));
    resume();
    resumeNotes();
    void loadStoredDoorList(id).then(
      (list) => list && keeper.restoreStoredList(list),
      () => undefined,
    );
    const again = () => void keeper.sync();
    // Two windows of one door share their pending check-ins and notes
    const heard = (event: StorageEvent) => {
      if (isCheckInStoredEvent(event, user, id)) resume();
      if (isNoteStoredEvent(event, user, id)) resumeNotes();
      const deleted = parseDeletedNoteId(event, user, id);
      if (deleted !== undefined) keeper.dropNote(deleted);
    };
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
      await storeDoorPageOffline({ id, over_at }, Date.now());
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
  const signIn = () => {
    mayAsk.current = true;
    void keeper.sync();
  };
  return { keeper, door, isSignedOut, signIn };
}
