/**
 * Returns groups of nodes that depend on each other, given the arrows from each node. A group is a cycle, or several
 * cycles that share a node (the strongly connected components, by Tarjan's algorithm). Nodes are in alphabetical order.
 */
export function circlesOf(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const circles: string[][] = [];
  const found = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];

  function visit(place: string): number {
    const number = found.size;
    found.set(place, number);
    lowest.set(place, number);
    open.push(place);
    for (const next of arrows.get(place) ?? []) {
      const reached = found.has(next) ? (open.includes(next) ? (found.get(next) ?? number) : number) : visit(next);
      lowest.set(place, Math.min(lowest.get(place) ?? number, reached));
    }
    if (lowest.get(place) === number) {
      const circle = open.splice(open.indexOf(place));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return lowest.get(place) ?? number;
  }

  for (const place of arrows.keys()) if (!found.has(place)) visit(place);
  return circles;
}
