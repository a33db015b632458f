/** The page for unknown addresses: "This page could not be found" (2.32, 8.11). */
import { notFound } from '#web/lib/loader.ts';

export function loader() {
  return notFound();
}

export default function NoPage() {
  return null;
}
