interface Evening {
  /** What the basket holds for it. */
  lines: readonly { pence: number }[];
  /** What can be bought for it. */
  types: readonly { name: string; pence: number }[];
}

/** Whether each evening has a free kind of ticket, which reserves a companion's place. */
export const areCompanionsFree = (evenings: readonly Evening[]): boolean =>
  evenings.every(({ types }) => types.some(({ pence }) => pence === 0));

/**
 * What to do so that a companion who comes free has a place: a tick alone reserves none. "" where each evening has a
 * free ticket in the basket.
 */
export function companionInWords(evenings: readonly Evening[]): string {
  const without = evenings.filter(({ lines }) => !lines.some(({ pence }) => pence === 0));
  if (without.length === 0) return '';
  if (!areCompanionsFree(evenings)) {
    return 'If a companion comes with you free of charge, write to us before you book and we’ll keep a place for them.';
  }
  const name = without[0]?.types.find(({ pence }) => pence === 0)?.name ?? '';
  return `A companion needs a place too: choose a “${name}” ticket for them.`;
}
