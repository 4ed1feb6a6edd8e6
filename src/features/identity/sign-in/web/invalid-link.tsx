import type { LinkState } from '#features/society/accounts/contract.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';

const reasons: Record<Exclude<LinkState, 'open'>, { title: string; text: string }> = {
  used: { title: 'This link has been used', text: 'Each link works once.' },
  expired: { title: 'This link has expired', text: 'Links in our emails only work for a limited time.' },
  unknown: {
    title: 'We don’t recognise this link',
    text: 'Part of it may be missing: copy the whole link from the email. Or it may have been withdrawn, or replaced by the link in a newer email.',
  },
};

/** Explains why a link is invalid, and links to where to go instead. */
export function InvalidLink({ link, href, label }: { link: Exclude<LinkState, 'open'>; href: string; label: string }) {
  return (
    <EmptyState
      title={reasons[link].title}
      action={
        <ButtonLink look="line" href={href}>
          {label}
        </ButtonLink>
      }
    >
      {reasons[link].text}
    </EmptyState>
  );
}
