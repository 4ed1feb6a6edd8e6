import { Button } from '#platform/web/ui/Button.tsx';

/** What somebody holds and where it can go; else what was done last. */
export const Hand = ({
  held,
  says,
  onBack,
  className,
}: {
  className: string | undefined;
  held: { words: string; where: string } | null;
  says: string;
  onBack: () => void;
}) => (
  <p className={className}>
    {held ? (
      <>
        <b>{held.words}</b>: choose {held.where}.{' '}
        <Button small look="quiet" onClick={onBack}>
          Put back
        </Button>
      </>
    ) : (
      says
    )}
  </p>
);
