export { MarkdownField } from './markdown-field.tsx';
export { PostForm } from './post-form.tsx';
