import { useEffect, useRef, useState } from 'react';
import styles from './jump-links.module.css';

/**
 * Shows links to the sections of a long page, by their ids, and marks the current section. The links stay in view while
 * the page scrolls, so their parent must also contain the sections.
 */
export function JumpLinks({ to }: { to: readonly { id: string; name: string }[] }) {
  const current = useCurrentSection(to.map(({ id }) => id));
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = current === '' ? null : strip.current?.querySelector<HTMLElement>('[aria-current]');
    // Scrolls only the strip of links, not the page
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

/** Returns the id of the current section; "" until the script has run. */
function useCurrentSection(ids: readonly string[]): string {
  const [section, setSection] = useState('');
  const all = ids.join(' ');
  useEffect(() => {
    const look = () => setSection(findCurrentSection(all.split(' ')));
    look();
    const events = ['scroll', 'resize', 'hashchange'];
    for (const event of events) window.addEventListener(event, look, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, look);
    };
  }, [all]);
  return section;
}

/**
 * Returns the id of the current section: the last one that begins above the place to which a link to a section scrolls,
 * otherwise the first one. The last sections may not be able to scroll that far. At the end of the page, the current
 * section is therefore the one that the URL's fragment names, if that is still in view, otherwise the last one.
 */
function findCurrentSection(ids: readonly string[]): string {
  const sections = ids.flatMap((id) => document.getElementById(id) ?? []);
  const root = document.documentElement;
  const top = Number.parseFloat(getComputedStyle(root).scrollPaddingBlockStart) + 8;
  const isAtEnd = window.scrollY > 0 && root.scrollHeight - window.innerHeight - window.scrollY < 2;
  const named = sections.find(({ id }) => `#${id}` === window.location.hash);
  const begun = sections
    .map((section) => ({ section, begins: section.getBoundingClientRect().top }))
    .filter(({ begins }) => begins < top)
    // If two sections begin at the same height, the first one counts
    .reduceRight<{ section?: HTMLElement; begins: number }>((last, one) => (one.begins >= last.begins ? one : last), {
      begins: Number.NEGATIVE_INFINITY,
    }).section;
  const isReached = named && named.getBoundingClientRect().bottom > top;
  return ((isAtEnd ? (isReached ? named : sections.at(-1)) : begun) ?? sections[0])?.id ?? '';
}
