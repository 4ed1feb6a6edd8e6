/** Who paid, and for whom where that is somebody else: "Daisy Ferrar for Poppy Ferrar". A dash where nobody said. */
export const formatPayer = ({ name, for_name }: { name: string; for_name: string }): string =>
  [name, for_name].filter(Boolean).join(' for ') || '–';
