/** Line icons of Tabler (MIT) and our own pigeon. Each is accompanied by a word. */
import { outlines } from 'virtual:icons';
import type { TablerIcon } from './icon-names.ts';

const pigeon =
  '<path fill="currentColor" stroke="none" d="M22.6 8.9l-2.1-1.2c-.7-1-1.8-1.5-2.9-1.4-1 .1-1.8.6-2.4 1.4C13.6 5.4 10.8 2.9 6.4 1.6c.3 2.9 1.3 5.6 3 7.9-2.4 1.2-5.1 3.1-7.9 6l4-.3-1.2 2.9c3.4-.3 6.2-.9 8.6-1.8 4-1.5 6.9-3.6 7.8-6.4z"/>';

export type IconName = TablerIcon | 'pigeon';

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return <Outline html={name === 'pigeon' ? pigeon : outlines[name]} size={size} />;
}

/** @param html the paths of an icon, a constant of a package or of this site */
export function Outline({ html, size }: { html: string; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant text of a package, taken at build time
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
