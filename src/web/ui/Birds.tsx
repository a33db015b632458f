/** How many active and reserve pigeons something is for, `3 / 2`; a dash where it is for none of its own. */
export function Birds({ pigeons_active, pigeons_reserve }: { pigeons_active: number; pigeons_reserve: number }) {
  if (pigeons_active + pigeons_reserve === 0) return '–';
  return <bdi dir="ltr" className="num">{`${pigeons_active} / ${pigeons_reserve}`}</bdi>;
}
