/** The numbers of active and reserve pigeons, `3 / 2`; a dash where there are no separate numbers. */
export function PigeonCounts({ pigeons_active, pigeons_reserve }: { pigeons_active: number; pigeons_reserve: number }) {
  if (pigeons_active + pigeons_reserve === 0) return '–';
  return <bdi dir="ltr" className="num">{`${pigeons_active} / ${pigeons_reserve}`}</bdi>;
}
