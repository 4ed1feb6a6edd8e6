/** The style of credits printed under another name: the person's own choice. */
export type CreditStyle = 'as_printed' | 'new_as_old' | 'new_only';

/**
 * Formats the name a credit shows: "Ann Hale (as Ann Stott)", as printed, or the present name only. A credit printed
 * under the present name shows just that.
 */
export function formatCreditName(name: string, printedAs: string, style: CreditStyle): string {
  if (printedAs === '' || printedAs === name || style === 'new_only') return name;
  return style === 'as_printed' ? printedAs : `${name} (as ${printedAs})`;
}
