import { type CSSProperties, Fragment } from 'react';
import { formatRowLetters, lastSeatBeforeAisle, seatsPerRow } from '#features/box-office/performances/seats.ts';
import type { Page } from '#platform/shared/pages.ts';
import { countAssignedSeats, countSeats } from '../../plan/plan.ts';
import { buildWallPlanRow, type WallPlanCell } from '../../printed-content.ts';
import { PrintPageHead } from './print-layout.tsx';
import styles from './wall-plan-page.module.css';

const seatNumbers = Array.from({ length: seatsPerRow }, (_, at) => at + 1);

/** The seat plan for the wall, with names: A4 landscape, as many sheets as it needs. */
export default function WallPlanPage({ page }: { page: Page<'wall_plan'> }) {
  const plan = { ...page.layout, assignments: page.assignments };
  return (
    <>
      <PrintPageHead page={page} onPaper says="The saved plan, on A4 landscape.">
        <p>
          {countAssignedSeats(plan)} of {countSeats(plan)} seats filled.
        </p>
      </PrintPageHead>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it by keys */}
      <section className={styles.scroll} aria-label="Seat plan (scrolls sideways)" tabIndex={0}>
        <table className={styles.plan} style={{ '--rows': plan.rowCount } as CSSProperties}>
          <caption>Stage</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="vh">Row</span>
              </th>
              {seatNumbers.map((number) => (
                <Fragment key={number}>
                  <Aisle before={number} />
                  <th scope="col">{number}</th>
                </Fragment>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: plan.rowCount }, (_, row) => (
              <tr key={formatRowLetters(row)}>
                <th scope="row">{formatRowLetters(row)}</th>
                {buildWallPlanRow(plan, row).map((cell) => (
                  <Fragment key={cell.number}>
                    <Aisle before={cell.number} />
                    <Cell cell={cell} name={page.names[cell.ref ?? ''] ?? ''} />
                  </Fragment>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

const Aisle = ({ before }: { before: number }) =>
  before === lastSeatBeforeAisle + 1 && <td className={styles.aisle} aria-hidden />;

function Cell({ cell: { span, ref, gap }, name }: { cell: WallPlanCell; name: string }) {
  if (gap) return <td />;
  if (ref === undefined) {
    return (
      <td className={styles.free}>
        <span className="vh">free</span>
      </td>
    );
  }
  return (
    <td className={styles.taken} colSpan={span}>
      <span data-long={name.length > span * 12 || undefined}>{name || ref}</span>
    </td>
  );
}
