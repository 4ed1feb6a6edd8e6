/** The style of credits that were printed under another name. The person may choose it. */
export type CreditStyle = 'as_printed' | 'new_as_old' | 'new_only';

/**
 * Formats the name that a credit shows: "Ann Hale (as Ann Stott)", the printed name only, or the present name only. If
 * the two are the same, the credit shows just that name.
 */
export function formatCreditName(name: string, printedAs: string, style: CreditStyle): string {
  if (printedAs === '' || printedAs === name || style === 'new_only') return name;
  return style === 'as_printed' ? printedAs : `${name} (as ${printedAs})`;
}
