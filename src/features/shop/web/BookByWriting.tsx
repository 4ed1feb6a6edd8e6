import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';

/** Shown where tickets cost something and no card can be taken. */
export const BookByWriting = () => (
  <Empty title="Book by writing to us" action={<ButtonLink href="/contact">Write to us</ButtonLink>}>
    Tickets can’t be paid for here at the moment. Say which day and how many, and we will keep them for you.
  </Empty>
);
