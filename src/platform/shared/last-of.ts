/** Makes something of what it is given, and gives the same again for as long as it is given the same. */
export function lastOf<Given extends readonly unknown[], Made>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  let last: { given: Given; made: Made } | undefined;
  return (...given) => {
    if (!last || given.some((one, at) => one !== last?.given[at])) last = { given, made: make(...given) };
    return last.made;
  };
}
