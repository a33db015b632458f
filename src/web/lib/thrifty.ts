/** Whether a reader's line is slow or metered: then nothing is fetched that the page can do without (2.36). */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

export function isThrifty(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true;
}
