/**
 * Formats the payer, and the other person paid for: "Daisy Ferrar for Poppy Ferrar". A dash if the payer is unknown.
 */
export const formatPayer = ({ name, for_name }: { name: string; for_name: string }): string =>
  [name, for_name].filter(Boolean).join(' for ') || '–';
