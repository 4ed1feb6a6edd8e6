/** A button of the toolbar. */
export type Formatting =
  | 'undo'
  | 'redo'
  | 'bold'
  | 'italic'
  | 'link'
  | 'heading'
  | 'subheading'
  | 'list'
  | 'numbers'
  | 'quote'
  | 'table';
