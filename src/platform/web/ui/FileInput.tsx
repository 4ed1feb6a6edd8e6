import type { ComponentProps } from 'react';
import styles from './FileInput.module.css';

/** The browser's own choice of files, with a button that looks like the others. */
export function FileInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...rest} type="file" className={className ? `${styles.input} ${className}` : styles.input} />;
}
