import { Button } from '#platform/web/ui/actions/button.tsx';

/** Describes the item being moved and its possible targets; otherwise the last action. */
export const DragStatus = ({
  held,
  says,
  onBack,
  className,
}: {
  className: string | undefined;
  held: { label: string; where: string } | null;
  says: string;
  onBack: () => void;
}) => (
  <p className={className}>
    {held ? (
      <>
        <b>{held.label}</b>: choose {held.where}.{' '}
        <Button small look="quiet" onClick={onBack}>
          Put back
        </Button>
      </>
    ) : (
      says
    )}
  </p>
);
