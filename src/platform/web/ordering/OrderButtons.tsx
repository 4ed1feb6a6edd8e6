import { IconButton } from '../ui/IconButton.tsx';

/** Moves an item of a list by one place, for whoever doesn't drag. */
export function OrderButtons({
  index,
  count,
  name,
  put,
}: {
  index: number;
  count: number;
  name: string;
  put: (from: number, to: number, name: string) => void;
}) {
  return (
    <span>
      <IconButton
        of="arrow-up"
        label={`Move ${name} earlier`}
        aria-disabled={index === 0 || undefined}
        onClick={() => put(index, index - 1, name)}
      />
      <IconButton
        of="arrow-down"
        label={`Move ${name} later`}
        aria-disabled={index === count - 1 || undefined}
        onClick={() => put(index, index + 1, name)}
      />
    </span>
  );
}
