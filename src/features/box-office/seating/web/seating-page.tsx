import { type PointerEvent, useMemo } from 'react';
import { plainSeat } from '#features/box-office/performances/seat-marks.ts';
import { addDays, formatTime } from '#platform/shared/dates/dates.ts';
import { eveningFrom } from '#platform/shared/dates/short-dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { SaveBar } from '#platform/web/calls/save-bar.tsx';
import { UnsavedDialog } from '#platform/web/calls/unsaved-dialog.tsx';
import { RestoredDraft } from '#platform/web/drafts/restored-draft.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { withoutSpace } from '../engine/seat-everyone.ts';
import { findOrdersToNotify } from '../plan/moved-orders.ts';
import { countAssigned, countSeats } from '../plan/plan.ts';
import { toPlanElementAttributes } from '../plan-element.ts';
import { DragStatus } from './drag-status.tsx';
import { HiddenSeats } from './hidden-seats.tsx';
import { HouseSeatsDialog } from './house-seats-dialog.tsx';
import { OrderLists } from './order-lists.tsx';
import { PlanConflict } from './plan-conflict.tsx';
import { PlannerToolbar } from './planner-toolbar.tsx';
import { Prices } from './prices.tsx';
import { PrintLinks } from './print-links.tsx';
import { SeatChangeLetters } from './seat-change-letters.tsx';
import { SeatGrid } from './seat-grid.tsx';
import { SeatKinds } from './seat-kinds.tsx';
import { SeatMenu } from './seat-menu.tsx';
import { SeatingDecisions } from './seating-decisions.tsx';
import styles from './seating-page.module.css';
import { useBarHeight } from './use-bar-height.ts';
import { usePlanner } from './use-planner.ts';
import { usePolledPage } from './use-polled-page.ts';
import { useSaving } from './use-saving.ts';
import { useStableActions } from './use-stable-actions.ts';
import { WithheldSeats } from './withheld-seats.tsx';

export const head = (page: Page<'seating'>): Head => ({ title: page.title, description: page.title, indexed: false });

/** The seat planner of one performance. */
export default function SeatingPage({ page }: { page: Page<'seating'> }) {
  const carried = useMemo(() => toPlanElementAttributes(page), [page]);
  return (
    <div className={styles.page} {...carried}>
      <Planner key={page.id} page={page} />
    </div>
  );
}

/** The planner without its data element, for embedding. */
export function Planner({ page: given }: { page: Page<'seating'> }) {
  const { now: page, isSaving } = usePolledPage(given);
  const planner = usePlanner(page);
  const day = page.date.slice(0, 10);
  // In another program's page it isn't known before the site's data are there
  const { sends_mail, today: societyToday } = useSite();
  const today = societyToday || addDays(day, -1);
  const { orders, plan, colours, marks, work, held, active, editing, question, everyone, says } = planner;
  const saving = useSaving(page, work, isSaving, planner.say);
  const lists = useStableActions({
    onDrag: (event: PointerEvent<HTMLElement>, ref: string) => planner.drag(event, { kind: 'order', ref }),
    onPlace: planner.placeOrder,
    onUnseat: planner.unseatOrder,
    onFind: planner.find,
    onOpen: planner.closeMenu,
  });
  const assigned = countAssigned(plan);
  const unseated = orders.filter(
    ({ ref, tickets_count }) => (planner.seated.get(`${ref}`) ?? 0) < tickets_count,
  ).length;
  const noSpace = useMemo(
    () => withoutSpace(plan, [...work.parties.values()]).map(({ name }) => name),
    [plan, work.parties],
  );
  const heldOrder = held.held && planner.orderHeld(held.held);
  const isPicked = held.held !== null && held.dragging === '';
  const { bar, sheet, foot } = useBarHeight();
  const told = useMemo(
    () => (work.dirty ? findOrdersToNotify(orders, page.known, plan) : []),
    [work.dirty, orders, page.known, plan],
  );
  const changes = work.changes === 1 ? 'One unsaved change' : `${work.changes} unsaved changes`;
  const unsaved = saving.clash
    ? `${changes}, and someone else has changed the plan: choose what to keep.`
    : `${changes}.`;
  const heldStatus = (className: string | undefined) => (
    <DragStatus
      className={className}
      says={editing ? 'Select a seat to hide or show it.' : says}
      held={heldOrder}
      onBack={held.release}
    />
  );
  const whyThere = () => (
    <SeatingDecisions
      choices={everyone.choices}
      plan={plan}
      onUndo={everyone.isLast ? planner.undo : undefined}
      onClose={everyone.close}
    />
  );
  const menuOf = (seat: string) => {
    const order = orders.find(({ ref }) => `${ref}` === plan.assignments[seat]);
    if (!order || held.held || editing) return null;
    return <SeatMenu plan={plan} order={order} seat={seat} onHold={planner.hold} onCommand={planner.command} />;
  };
  return (
    <div className={styles.planner}>
      <header className={`page-head ${styles.head}`}>
        <div>
          <p className="meta">
            <a href={`/members/bookings?show=${page.show.id}`}>Manage bookings</a> / {page.showName}
          </p>
          <h1>
            {eveningFrom(day, today)}, {formatTime(page.date)}
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
      {work.restored && (
        <RestoredDraft
          title="Your unsaved changes have been restored."
          back="Discard my changes"
          onBack={() => saving.takeSaved()}
        />
      )}
      <UnsavedDialog unsaved={work.dirty} what="this plan" stored />
      <p className="vh" role="status">
        {planner.aloud}
      </p>
      <div className={styles.sides}>
        <section className={styles.board} aria-label="Seating plan and tools">
          <PlannerToolbar
            rowCount={plan.rowCount}
            editing={editing}
            unseated={unseated}
            withoutSpace={noSpace}
            undoes={work.history.past.at(-1)?.says}
            redoes={work.history.future[0]?.says}
            onRows={planner.changeRows}
            onEditing={planner.edit}
            onEveryone={planner.seatEveryone}
            onUndo={planner.undo}
            onRedo={planner.redo}
          >
            <Prices prices={work.draft.prices} onPrices={(prices) => work.step({ prices }, 'Prices changed.')} />
            <PrintLinks id={page.id} unsaved={work.dirty} />
          </PlannerToolbar>
          {editing && <HiddenSeats plan={plan} onHide={planner.hide} />}
          <SeatGrid
            plan={plan}
            orders={orders}
            colours={colours}
            marks={marks}
            found={planner.found}
            held={held.held}
            tentative={planner.tentative}
            active={active}
            opened={planner.opened}
            editing={editing}
            bought={page.held}
            aim={planner.aim}
            onDrag={planner.drag}
            onDraw={planner.draw}
            onClear={planner.clear}
            onPress={planner.press}
            onEnter={planner.enter}
            onKey={planner.key}
            onHover={held.hover}
            onActive={planner.setActive}
          />
          <div className={styles.foot} ref={foot}>
            {heldStatus(styles.hand)}
            {whyThere()}
            {planner.isBegun && menuOf(active)}
          </div>
          {planner.isBegun && !held.held && !editing && (
            <SeatKinds
              seat={active}
              mark={plan.marks?.[active] ?? plainSeat}
              onKeeping={planner.setKeeping}
              onCommand={planner.command}
            />
          )}
          {planner.keeping !== '' && (
            <HouseSeatsDialog
              seats={planner.keeping}
              plan={plan}
              onKeep={planner.keep}
              onClose={() => planner.setKeeping('')}
            />
          )}
          <WithheldSeats marks={plan.marks ?? {}} onKeeping={planner.setKeeping} />
          {page.sells_seats && (
            <p className="meta">
              Visitors buy numbered seats here.{' '}
              {sends_mail
                ? 'Buyers whose seats you move get an email ten minutes after you last saved. The bar with the Save button says who, and'
                : 'This site can’t send email, so tell buyers yourself if you move their seats. The bar with the Save button says who, and'}{' '}
              <a href={`/members/bookings?show=${page.show.id}`}>Manage Bookings</a> lists who still needs telling.
            </p>
          )}
          <div className={`meta ${styles.how}`}>
            <p>
              Drag an order onto a seat, or press <b>Seat</b> and then choose the first seat. Drag a block’s edge to
              make it wider or narrower.
            </p>
            <Collapsible title="Keyboard shortcuts and letters">
              <p>
                Hold Shift to move a whole block. Arrow keys move between seats; Enter picks up and puts down; Delete
                clears a seat, and Shift + Delete its whole block. On a touchscreen, press and hold a seat, or tap it
                first.
              </p>
              <p>
                Seats are given by what is recorded of a party, never by its note. Its letters say what that is: W a
                wheelchair space, C a companion, L the hearing loop, S step-free access, A an aisle seat, F the front, B
                the back; ! is a note to read. A dashed seat has nobody’s seat beside it. On a free seat W is a
                wheelchair space (key W), C a companion seat (C), V a restricted view (V), and H a house seat (H), which
                visitors can’t buy.
              </p>
            </Collapsible>
          </div>
        </section>
        <div className={styles.sheet} ref={sheet} data-picked={isPicked || undefined}>
          {heldStatus(styles.held)}
          <div className={styles.why}>{whyThere()}</div>
          {planner.opened !== '' && !held.held && (
            <div className={styles.seat}>
              {menuOf(planner.opened)}
              <span className={styles.close}>
                <IconButton icon="x" label={`Close ${planner.opened}`} onClick={planner.closeMenu} />
              </span>
            </div>
          )}
          <OrderLists
            orders={orders}
            plan={plan}
            marks={marks}
            colours={colours}
            isCovered={planner.opened !== '' && !held.held}
            placing={held.held?.kind === 'order' && !held.dragging ? held.held.ref : undefined}
            {...lists}
          />
        </div>
      </div>
      <div ref={bar} className={styles.bar}>
        {saving.clash && (
          <PlanConflict
            clash={saving.clash}
            base={work.base}
            at={saving.at}
            focused={saving.isRefused}
            parties={work.parties}
            instead={saving.instead}
            onTake={saving.takeSaved}
            onReplace={saving.replace}
          />
        )}
        <SaveBar
          at={saving.at}
          changed={work.dirty}
          unsavedMessage={unsaved}
          save={saving.clash ? 'Merge the two versions' : 'Save plan'}
          refused="Something went wrong."
          busy={saving.busy}
          onSave={saving.clash ? saving.merge : saving.save}
          onDiscard={saving.takeSaved}
        >
          {told.length > 0 && <SeatChangeLetters told={told} />}
        </SaveBar>
      </div>
      {question && (
        <ConfirmDialog
          question={question.asks}
          cancelLabel={question.keep}
          confirmLabel={question.go}
          onConfirm={question.onGo}
          onClose={planner.unask}
        >
          <p>{question.says}</p>
        </ConfirmDialog>
      )}
      <div className={styles.over} data-for={held.dragging || undefined} hidden={held.dragging === ''} aria-hidden />
      <div ref={held.shadow} className={styles.shadow} hidden={held.dragging !== 'moving'} aria-hidden>
        {heldOrder?.label}
      </div>
    </div>
  );
}
