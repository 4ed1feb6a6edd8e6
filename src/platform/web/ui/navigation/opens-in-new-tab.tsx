/** Tells screen readers what the arrow next to it shows. */
export function OpensInNewTab() {
  return <span className="vh"> (opens in a new tab)</span>;
}
