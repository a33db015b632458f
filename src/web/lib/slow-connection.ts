/** Whether the reader's connection is slow or metered: then optional data is not fetched (2.36). */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

export function isSlowConnection(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true;
}
