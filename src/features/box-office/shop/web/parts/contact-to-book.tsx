import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';

/** Shown if tickets cost something and the site takes no cards. */
export const ContactToBookNotice = () => (
  <EmptyState title="Book by writing to us" action={<ButtonLink href="/contact">Write to us</ButtonLink>}>
    You can’t pay for tickets here at the moment. Tell us which performance and how many tickets you’d like, and we’ll
    reserve them for you.
  </EmptyState>
);
