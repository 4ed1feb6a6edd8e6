import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { plainSeatMark } from '#features/box-office/performances/seats.ts';
import { addDays, formatTime } from '#platform/shared/dates/dates.ts';
import { formatPerformanceDay } from '#platform/shared/dates/short-dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { SaveBar } from '#platform/web/calls/save-bar.tsx';
import { UnsavedChangesDialog } from '#platform/web/calls/unsaved-changes.tsx';
import { RestoredDraftNotice } from '#platform/web/drafts/form-draft.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { listPartiesWithoutWheelchairSpace } from '../engine/seat-everyone.ts';
import { countAssignedSeats, countSeats, findOrdersToNotify } from '../plan/plan.ts';
import { toPlanElementAttributes } from '../plan-element.ts';
import { SeatGrid } from './grid/seat-grid.tsx';
import { HouseSeatsDialog, HouseSeatsPanel } from './panels/house-seats.tsx';
import { OrderLists } from './panels/order-lists.tsx';
import {
  PartiesToNotify,
  PlanConflict,
  PlannerHelp,
  PlannerStatus,
  SeatingDecisions,
} from './panels/planner-status.tsx';
import { HiddenSeatsForm, PlannerToolbar, PrintLinks, TicketPricesButton } from './panels/planner-toolbar.tsx';
import { SeatKindButtons, SeatMenu } from './panels/seat-details.tsx';
import { usePlanSaving, usePolledPage } from './planner/use-plan-sync.ts';
import { usePlanner } from './planner/use-planner.ts';
import styles from './seating-page.module.css';

/** The seating planner of one performance. */
export default function SeatingPage({ page }: { page: Page<'seating'> }) {
  const attributes = useMemo(() => toPlanElementAttributes(page), [page]);
  return (
    <div className={styles.page} {...attributes}>
      <Planner key={page.id} page={page} />
    </div>
  );
}

/** The planner without its data element, for embedding. */
export function Planner({ page: loaded }: { page: Page<'seating'> }) {
  const { current: page, isSaving } = usePolledPage(loaded);
  const planner = usePlanner(page);
  const day = page.date.slice(0, 10);
  // On another site's page, today's date is unknown until the site data has loaded; until then, the day before the
  // performance stands in for it
  const { sends_mail, today: societyToday } = useSite();
  const today = societyToday || addDays(day, -1);
  const { orders, plan, colours, abbreviations, planState, dragging, active, editing, confirmation, everyone } =
    planner;
  const saving = usePlanSaving(page, planState, isSaving, planner.say);
  const lists = useStableActions({
    onDrag: (event: PointerEvent<HTMLElement>, ref: string) => planner.drag(event, { kind: 'order', ref }),
    onPlace: planner.placeOrder,
    onUnseat: planner.unseatOrder,
    onFind: planner.find,
    onOpen: planner.closeMenu,
  });
  const assigned = countAssignedSeats(plan);
  const unseated = orders.filter(
    ({ ref, tickets_count }) => (planner.seated.get(`${ref}`) ?? 0) < tickets_count,
  ).length;
  const noSpace = useMemo(
    () => listPartiesWithoutWheelchairSpace(plan, [...planState.parties.values()]).map(({ name }) => name),
    [plan, planState.parties],
  );
  const itemLabel = dragging.item && planner.describeItem(dragging.item);
  const isPickedUp = dragging.item !== null && dragging.mode === '';
  const { bar, sheet, foot } = useBarHeight();
  const ordersToNotify = useMemo(
    () => (planState.dirty ? findOrdersToNotify(orders, page.known, plan) : []),
    [planState.dirty, orders, page.known, plan],
  );
  const changes = planState.changes === 1 ? 'One unsaved change' : `${planState.changes} unsaved changes`;
  const unsaved = saving.conflict
    ? `${changes}, and someone else has changed the plan: choose what to keep.`
    : `${changes}.`;
  const renderDragStatus = (className: string | undefined) => (
    <PlannerStatus
      className={className}
      message={editing ? 'Select a seat to hide or show it.' : planner.status}
      item={itemLabel}
      onPutBack={dragging.release}
    />
  );
  const renderDecisions = () => (
    <SeatingDecisions
      choices={everyone.choices}
      plan={plan}
      onUndo={everyone.isLast ? planner.undo : undefined}
      onClose={everyone.close}
    />
  );
  const renderMenu = (seat: string) => {
    const order = orders.find(({ ref }) => `${ref}` === plan.assignments[seat]);
    if (!order || dragging.item || editing) return null;
    return <SeatMenu plan={plan} order={order} seat={seat} onPickUp={planner.pickUp} onCommand={planner.command} />;
  };
  return (
    <div className={styles.planner}>
      <header className={`page-head ${styles.head}`}>
        <div>
          <p className="meta">
            <a href={`/members/bookings?show=${page.show.id}`}>Manage Bookings</a> / {page.showName}
          </p>
          <h1>
            {formatPerformanceDay(day, today)}, {formatTime(page.date)}
          </h1>
        </div>
        <p>
          <b className="num">
            {assigned} / {countSeats(plan)}
          </b>{' '}
          seats filled. <b className="num">{unseated}</b> {unseated === 1 ? 'order' : 'orders'} to seat.
        </p>
      </header>
      {page.cancelled && <Alert tone="bad" title="This performance has been cancelled." />}
      {planState.restored && (
        <RestoredDraftNotice
          title="Your unsaved changes have been restored."
          back="Discard my changes"
          onBack={() => saving.discard()}
        />
      )}
      <UnsavedChangesDialog unsaved={planState.dirty} what="this plan" stored />
      <p className="vh" role="status">
        {planner.announcement}
      </p>
      <div className={styles.sides}>
        <section className={styles.board} aria-label="Seating plan and tools">
          <PlannerToolbar
            rowCount={plan.rowCount}
            editing={editing}
            unseated={unseated}
            withoutSpace={noSpace}
            undoLabel={planState.history.past.at(-1)?.says}
            redoLabel={planState.history.future[0]?.says}
            onRows={planner.changeRows}
            onEditing={planner.edit}
            onEveryone={planner.seatEveryone}
            onUndo={planner.undo}
            onRedo={planner.redo}
          >
            <TicketPricesButton
              prices={planState.draft.prices}
              onPrices={(prices) => planState.step({ prices }, 'Prices changed.')}
            />
            <PrintLinks id={page.id} unsaved={planState.dirty} />
          </PlannerToolbar>
          {editing && <HiddenSeatsForm plan={plan} onHide={planner.hide} />}
          <SeatGrid
            plan={plan}
            orders={orders}
            colours={colours}
            abbreviations={abbreviations}
            found={planner.found}
            dragItem={dragging.item}
            resizePreview={planner.resizePreview}
            active={active}
            opened={planner.opened}
            editing={editing}
            heldSeats={page.held}
            targeting={planner.targeting}
            onDrag={planner.drag}
            onResize={planner.resize}
            onClear={planner.clear}
            onPress={planner.press}
            onShortcut={planner.runShortcut}
            onHover={dragging.hover}
            onActive={planner.setActive}
          />
          <div className={styles.foot} ref={foot}>
            {renderDragStatus(styles.hand)}
            {renderDecisions()}
            {planner.hasSelection && renderMenu(active)}
          </div>
          {planner.hasSelection && !dragging.item && !editing && (
            <SeatKindButtons
              seat={active}
              mark={plan.marks?.[active] ?? plainSeatMark}
              onWithhold={planner.setHouseSeats}
              onCommand={planner.command}
            />
          )}
          {planner.houseSeats !== '' && (
            <HouseSeatsDialog
              seats={planner.houseSeats}
              plan={plan}
              onWithhold={planner.withhold}
              onClose={() => planner.setHouseSeats('')}
            />
          )}
          <HouseSeatsPanel marks={plan.marks ?? {}} onChange={planner.setHouseSeats} />
          {page.sells_seats && (
            <p className="meta">
              Visitors buy numbered seats here.{' '}
              {sends_mail && page.emails_moves
                ? 'Buyers whose seats you move get an email ten minutes after your last save. The bar with the Save button names them, and'
                : `${sends_mail ? 'Emails about moved seats are switched off' : 'This site can’t send email'}, so tell buyers yourself if you move their seats. The bar with the Save button names them, and`}{' '}
              <a href={`/members/bookings?show=${page.show.id}`}>Manage Bookings</a> lists who still needs telling.
            </p>
          )}
          <PlannerHelp className={`meta ${styles.how}`} />
        </section>
        <div className={styles.sheet} ref={sheet} data-picked={isPickedUp || undefined}>
          {renderDragStatus(styles.held)}
          <div className={styles.why}>{renderDecisions()}</div>
          {planner.opened !== '' && !dragging.item && (
            <div className={styles.seat}>
              {renderMenu(planner.opened)}
              <span className={styles.close}>
                <IconButton icon="x" label={`Close the menu for ${planner.opened}`} onClick={planner.closeMenu} />
              </span>
            </div>
          )}
          <OrderLists
            orders={orders}
            plan={plan}
            abbreviations={abbreviations}
            colours={colours}
            isCovered={planner.opened !== '' && !dragging.item}
            placing={dragging.item?.kind === 'order' && !dragging.mode ? dragging.item.ref : undefined}
            {...lists}
          />
        </div>
      </div>
      <div ref={bar} className={styles.bar}>
        {saving.conflict && (
          <PlanConflict
            conflict={saving.conflict}
            base={planState.base}
            at={saving.slot}
            focused={saving.isRefused}
            parties={planState.parties}
            getOverwrite={saving.getOverwrite}
            onAccept={saving.discard}
            onOverwrite={saving.replace}
          />
        )}
        <SaveBar
          at={saving.slot}
          changed={planState.dirty}
          unsavedMessage={unsaved}
          save={saving.conflict ? 'Merge the two versions' : 'Save plan'}
          refused="Something went wrong."
          busy={saving.busy}
          onSave={saving.conflict ? saving.merge : saving.save}
          onDiscard={saving.discard}
        >
          {ordersToNotify.length > 0 && <PartiesToNotify orders={ordersToNotify} emailsMoves={page.emails_moves} />}
        </SaveBar>
      </div>
      {confirmation && (
        <ConfirmDialog {...confirmation} onClose={planner.closeConfirmation}>
          <p>{confirmation.text}</p>
        </ConfirmDialog>
      )}
      <div className={styles.over} data-for={dragging.mode || undefined} hidden={dragging.mode === ''} aria-hidden />
      <div ref={dragging.shadow} className={styles.shadow} hidden={dragging.mode !== 'moving'} aria-hidden>
        {itemLabel?.label}
      </div>
    </div>
  );
}

type Actions = Record<string, (...args: never[]) => unknown>;

/** Returns functions that stay the same at every render but call the latest versions, for memoised components. */
function useStableActions<Own extends Actions>(actions: Own): Own {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState(() => {
    const entries = Object.keys(actions).map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]);
    return Object.fromEntries(entries) as Own;
  });
  return stable;
}

/** Keeps elements at the bottom of the window above the save bar, whose height changes with its message. */
function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!bar.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      // The height isn't set as a custom property, because every seat would inherit it and be restyled
      for (const { current } of [sheet, foot]) {
        if (current) current.style.insetBlockEnd = `${entry?.contentRect.height ?? 0}px`;
      }
    });
    observer.observe(bar.current);
    return () => observer.disconnect();
  }, []);
  return { bar, sheet, foot };
}
