import '#platform/web/ui/styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { unexpectedErrorMessage } from '#platform/shared/calls/call-response.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Alerts } from '#platform/web/alerts/index.ts';
import { startEmbeddedNavigation } from '#platform/web/navigation/embedded.ts';
import { loadSiteData, NavigationContext, useNavigationSnapshot } from '#platform/web/navigation/index.ts';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { getSeatingByShowAndDate } from '../contract.ts';
import { type PlanElementData, parsePlanElement } from '../plan-element.ts';
import { isSeatingPage } from './planner/use-plan-sync.ts';
import { Planner } from './seating-page.tsx';

/**
 * Renders the planner in an element of another page. At first it shows the plan from the element's attributes and is
 * inert. Once the orders and prices are loaded, it is rendered again.
 */
export async function startPlanner(element: HTMLElement): Promise<void> {
  const root = createRoot(element);
  const elementData = parsePlanElement(element.dataset);
  if (!elementData) {
    root.render(<LoadError says="This element’s attributes don’t describe a seating plan." />);
    return;
  }
  const { path } = withParams(getSeatingByShowAndDate, { showName: elementData.showName, date: elementData.date });
  const load = async (): Promise<Page<'seating'> | string> => {
    const answer = await fetch(path, { headers: { accept: 'application/json' } }).catch(() => null);
    const content: unknown = await answer?.json().catch(() => null);
    if (answer?.ok && isSeatingPage(content)) return content;
    const message = typeof content === 'object' && content !== null && 'msg' in content ? content.msg : undefined;
    return typeof message === 'string' ? message : unexpectedErrorMessage;
  };
  const site = loadSiteData(fetch);
  const { navigation, show } = startEmbeddedNavigation(toInitialPage(elementData), async () => {
    const next = await load();
    // If the next page can't be loaded, the present one stays, because somebody may be editing it
    if (typeof next !== 'string') show({ page: next });
  });
  root.render(
    <StrictMode>
      <NavigationContext value={navigation}>
        <Embedded />
        <Alerts />
      </NavigationContext>
    </StrictMode>,
  );
  const [page, siteData] = await Promise.all([load(), site]);
  if (typeof page === 'string' || siteData === null) {
    root.render(<LoadError says={typeof page === 'string' ? page : unexpectedErrorMessage} />);
    return;
  }
  document.documentElement.style.setProperty('--accent-hue', `${siteData.accent_hue}`);
  show({ page, site: siteData });
}

function Embedded() {
  const { page } = useNavigationSnapshot().view;
  if (page.type !== 'seating') return null;
  return (
    <div inert={page.version === 0}>
      <Planner key={page.id} page={page} />
    </div>
  );
}

const LoadError = ({ says }: { says: string }) => (
  <Alert tone="bad" title="The seating planner couldn’t be loaded.">
    <p>
      {says} <a href="/members">Members’ pages</a>
    </p>
  </Alert>
);

/** Creates the page that an element describes: orders with seats, but without names. */
function toInitialPage({ layout, initialAssignment, showName, authors, date }: PlanElementData): Page<'seating'> {
  const counts = new Map<string, number>();
  for (const ref of Object.values(initialAssignment)) counts.set(ref, (counts.get(ref) ?? 0) + 1);
  const unknown = { note: '', email: '', order_id: '', show_id: '', date, status: 'paid' } as const;
  return {
    ...{ type: 'seating', title: showName, id: date, show: { id: showName, title: showName }, showName, authors, date },
    ...{ defaultRowCount: layout.rowCount, initialHiddenSeats: layout.hiddenSeats, initialAssignment, layout },
    ...{
      marks: {},
      sells_seats: false,
      held: [],
      known: {},
      emails_moves: true,
      ticket_pricing: {},
      cancelled: false,
      version: 0,
    },
    orders: [...counts].map(([ref, count]) => ({
      ...{ ...unknown, needs: [], wishes: [], next_to: [], ignored_suggestions: [], tickets: {} },
      ...{ ref: Number(ref), name: ref, tickets_count: count },
    })),
  };
}
