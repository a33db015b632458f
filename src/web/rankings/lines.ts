/** Which lines of a ranking its address asks for: those that are ranked, or those that took part and are not. */
export const linesFrom = (search: URLSearchParams): 'ranked' | 'unranked' =>
  search.get('lines') === 'unranked' ? 'unranked' : 'ranked';
