import { useEffect, useRef, useState } from 'react';
import styles from './jump-links.module.css';

/** Shows links to the sections of a long page, by their ids, and marks the section that is being read. */
export function JumpLinks({ to }: { to: readonly { id: string; name: string }[] }) {
  const current = useCurrentSection(to.map(({ id }) => id));
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = current === '' ? null : strip.current?.querySelector<HTMLElement>('[aria-current]');
    // Scrolls only the strip: the page stays where it is
    if (link) strip.current?.scrollTo({ left: link.offsetLeft - link.offsetWidth });
  }, [current]);
  return (
    <nav ref={strip} className={styles.jump} aria-label="On this page">
      {to.map(({ id, name }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

/** Returns the last section that has begun in the upper third of the screen; "" before the script has run. */
function useCurrentSection(ids: readonly string[]): string {
  const [section, setSection] = useState('');
  const all = ids.join(' ');
  useEffect(() => {
    const sections = all.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const look = () => {
      const begun = sections.filter((one) => one.getBoundingClientRect().top < window.innerHeight / 3);
      setSection((begun.at(-1) ?? sections[0])?.id ?? '');
    };
    const watching = new IntersectionObserver(look, { rootMargin: '0px 0px -66.7%' });
    for (const one of sections) watching.observe(one);
    return () => watching.disconnect();
  }, [all]);
  return section;
}
