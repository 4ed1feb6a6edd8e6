import '#platform/web/ui/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { unexpectedMessage } from '#platform/shared/calls/call-response.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Alerts } from '#platform/web/alerts/index.ts';
import { startEmbedded } from '#platform/web/navigation/embedded.ts';
import { loadSite, NavigationContext, useSnapshot } from '#platform/web/navigation/index.ts';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { getSeatingByShowAndDate } from '../contract.ts';
import { type PlanElementData, parsePlanElement } from '../plan-element.ts';
import { Planner } from './seating-page.tsx';
import { isSeating } from './use-polled-page.ts';

/**
 * Renders the planner in an element of another page: at once with the plan in its attributes, then with the orders, the
 * prices and later saves as soon as they have arrived. Until then nothing in it can be pressed.
 */
export async function startPlanner(element: HTMLElement): Promise<void> {
  const root = createRoot(element);
  const carried = parsePlanElement(element.dataset);
  if (!carried) {
    root.render(<Refused says="This element’s attributes don’t describe a seating plan." />);
    return;
  }
  const { path } = withParams(getSeatingByShowAndDate, { showName: carried.showName, date: carried.date });
  const load = async (): Promise<Page<'seating'> | string> => {
    const answer = await fetch(path, { headers: { accept: 'application/json' } }).catch(() => null);
    const content: unknown = await answer?.json().catch(() => null);
    if (answer?.ok && isSeating(content)) return content;
    const said = typeof content === 'object' && content !== null && 'msg' in content ? content.msg : undefined;
    return typeof said === 'string' ? said : unexpectedMessage;
  };
  const site = loadSite(fetch);
  const { navigation, show } = startEmbedded(firstView(carried), async () => {
    const next = await load();
    // Somebody works on it: it stays unchanged until the new one can be loaded
    if (typeof next !== 'string') show({ page: next });
  });
  const draw = () =>
    root.render(
      <StrictMode>
        <NavigationContext value={navigation}>
          <Embedded />
          <Alerts />
        </NavigationContext>
      </StrictMode>,
    );
  draw();
  const [page, around] = await Promise.all([load(), site]);
  if (typeof page === 'string' || around === null) {
    root.render(<Refused says={typeof page === 'string' ? page : unexpectedMessage} />);
    return;
  }
  document.documentElement.style.setProperty('--accent-hue', `${around.accent_hue}`);
  show({ page, site: around });
}

function Embedded() {
  const { page } = useSnapshot().view;
  if (page.type !== 'seating') return null;
  return (
    <div inert={page.version === 0}>
      <Planner key={page.id} page={page} />
    </div>
  );
}

const Refused = ({ says }: { says: string }) => (
  <Alert tone="bad" title="The seating planner couldn’t be loaded.">
    <p>
      {says} <a href="/members">Members’ pages</a>
    </p>
  </Alert>
);

/** The page as far as an element describes it: its orders have their seats, and no names yet. */
function firstView({ layout, initialAssignment, showName, authors, date }: PlanElementData): Page<'seating'> {
  const counts = new Map<string, number>();
  for (const ref of Object.values(initialAssignment)) counts.set(ref, (counts.get(ref) ?? 0) + 1);
  const unknown = { note: '', email: '', order_id: '', show_id: '', date, status: 'paid' } as const;
  return {
    ...{ type: 'seating', title: showName, id: date, show: { id: showName, title: showName }, showName, authors, date },
    ...{ defaultRowCount: layout.rowCount, initialHiddenSeats: layout.hiddenSeats, initialAssignment, layout },
    ...{ marks: {}, sells_seats: false, held: [], known: {}, ticket_pricing: {}, cancelled: false, version: 0 },
    orders: [...counts].map(([ref, count]) => ({
      ...{ ...unknown, needs: [], wishes: [], next_to: [], ignored_suggestions: [], tickets: {} },
      ...{ ref: Number(ref), name: ref, tickets_count: count },
    })),
  };
}
