/** Deliberately narrow: an address that needs quoting is answered manually. */
export const emailPattern = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** Parses the addresses in a list separated by commas, each once; anything else is skipped. */
export const parseEmailList = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((address) => address.trim())
      .filter((address) => emailPattern.test(address)),
  ),
];
