/** Computes a value from its input, and returns the same value as long as the input is the same. */
export function memoizeLast<Given extends readonly unknown[], Made>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  let last: { given: Given; made: Made } | undefined;
  return (...given) => {
    if (!last || given.some((one, at) => one !== last?.given[at])) last = { given, made: make(...given) };
    return last.made;
  };
}
