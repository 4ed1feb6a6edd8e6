/** Tells screen readers that the link opens in a new tab, as the arrow next to it shows. */
export function NewTabHint() {
  return <span className="vh"> (opens in a new tab)</span>;
}
