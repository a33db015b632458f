/**
 * The public fields of a season (3.15): a switch for each field of each of its five lists, all on by default. A switch
 * is about its own list. Consequences of hidden fields are defined here too, once for server and pages.
 */

/** The lists and their fields, by their names in calls. */
export const fieldsOfLists = {
  participants: ['team', 'country', 'fancier', 'pigeonsCount'],
  fanciers: ['ringDescriptor', 'color', 'eyeColor', 'sex', 'pigeonName', 'hatchYear', 'breeder', 'sire', 'dam'],
  results: ['rank', 'fancier', 'team', 'country', 'ringDescriptor', 'time', 'speed', 'pigeonName'],
  baskets: ['fancier', 'team', 'country', 'ringDescriptor', 'pigeonName', 'time'],
  aces: ['rank', 'fancier', 'team', 'country', 'ringDescriptor', 'pigeonName', 'speed'],
} as const;

export type ShownList = keyof typeof fieldsOfLists;
export const shownLists = Object.keys(fieldsOfLists) as ShownList[];

/** A switch, as `results.rank`. */
export type Switch = { [List in ShownList]: `${List}.${(typeof fieldsOfLists)[List][number]}` }[ShownList];
export const switches = shownLists.flatMap((list) =>
  fieldsOfLists[list].map((field) => `${list}.${field}` as Switch),
) as readonly Switch[];

/** The switches of a season in the form of a call: each list with its fields, true where shown. */
export type Shown = { [List in ShownList]: Record<(typeof fieldsOfLists)[List][number], boolean> };

/** All switches, off for these and on for the others. */
export function shownExcept(hidden: readonly Switch[]): Shown {
  const off = new Set<string>(hidden);
  return Object.fromEntries(
    shownLists.map((list) => [
      list,
      Object.fromEntries(fieldsOfLists[list].map((field) => [field, !off.has(`${list}.${field}`)])),
    ]),
  ) as Shown;
}

/** The switches that are off, in the order of the lists. */
export function hiddenOf(shown: Shown): Switch[] {
  return switches.filter((one) => {
    const [list, field] = one.split('.') as [ShownList, string];
    return !(shown[list] as Record<string, boolean>)[field];
  });
}

/** Whether all of these are shown. */
export const shows = (hidden: readonly Switch[], ...wanted: Switch[]): boolean =>
  !wanted.some((one) => hidden.includes(one));

/** Speed follows from the time and the public distance: it is shown only with the time. */
export const showsSpeed = (hidden: readonly Switch[]): boolean => shows(hidden, 'results.time', 'results.speed');

/** The gap to the first follows from rank and time: it is shown only with both. */
export const showsGap = (hidden: readonly Switch[]): boolean => shows(hidden, 'results.time', 'results.rank');

/**
 * A bird has a page while its ring is public, and a team while its name is, because a page connects all that is on it.
 */
export const showsBirdPages = (hidden: readonly Switch[]): boolean => shows(hidden, 'fanciers.ringDescriptor');
export const showsTeamPages = (hidden: readonly Switch[]): boolean => shows(hidden, 'participants.team');

/**
 * Whether the results of one bird, or of the birds of one team, are shown: their rings are public in all lists of a
 * flight.
 */
export const showsRecords = (hidden: readonly Switch[]): boolean =>
  shows(hidden, 'fanciers.ringDescriptor', 'results.ringDescriptor', 'baskets.ringDescriptor');

/** The lists with birds. */
export type BirdList = 'fanciers' | 'results' | 'baskets' | 'aces';

/** The switch for each field of a bird in a list. */
export function birdSwitches(list: BirdList) {
  // The list of pigeons has no switches for owners: those of the participants apply. Looks have one switch for all
  // lists.
  const whose = list === 'fanciers' ? 'participants' : list;
  return {
    ring: `${list}.ringDescriptor`,
    pigeon_name: `${list}.pigeonName`,
    color: 'fanciers.color',
    eye_color: 'fanciers.eyeColor',
    sex: 'fanciers.sex',
    hatch_year: 'fanciers.hatchYear',
    breeder: 'fanciers.breeder',
    sire: 'fanciers.sire',
    dam: 'fanciers.dam',
    team: `${whose}.team`,
    fancier: `${whose}.fancier`,
    country: `${whose}.country`,
  } as const satisfies Record<string, Switch>;
}

/** Whether a ranking shows the places of its birds in the flights: they are public for these rings, and so are their places. */
export const showsRankedPlaces = (hidden: readonly Switch[]): boolean =>
  showsRecords(hidden) && shows(hidden, 'results.rank');

/** Whether a reader may follow single pigeons in a ranking: their rings, places and flights are shown. */
export const showsRankingBirds = (hidden: readonly Switch[]): boolean =>
  shows(hidden, 'aces.ringDescriptor', 'aces.rank') && showsRankedPlaces(hidden);

/** The columns of a list for its birds: the bird, and its owner. A column without any public field is left out. */
export function birdColumnsOf(hidden: readonly Switch[], list: BirdList): { bird: boolean; whose: boolean } {
  const by = birdSwitches(list);
  const any = (...some: Switch[]) => some.some((one) => shows(hidden, one));
  return { bird: any(by.ring, by.pigeon_name, by.color, by.sex), whose: any(by.team, by.fancier, by.country) };
}

/** Whether a basketing list shows which of its birds are home. */
export const showsHome = (hidden: readonly Switch[]): boolean =>
  shows(hidden, 'baskets.time', 'results.ringDescriptor');

/**
 * Whether the place of a bird is explained: bird, rank, time and speed are all in it, and the times of its neighbours.
 */
export const explainsPlaces = (hidden: readonly Switch[]): boolean =>
  showsRecords(hidden) && shows(hidden, 'results.rank', 'results.time', 'results.speed');

const names = ['team', 'fancier', 'country', 'pigeonName'] as const;

/**
 * Whether arrivals are sent one by one to open pages. An arrival has bird and time, and the browser computes rank,
 * speed and board from it with the birds of the basketing list: so none of these may be hidden, and both lists must
 * show the same fields. For any other flight only a change is announced, and the board is rendered on the server.
 */
export function goesLive(hidden: readonly Switch[]): boolean {
  return (
    showsRecords(hidden) &&
    shows(hidden, 'results.rank', 'results.time', 'results.speed', 'baskets.time') &&
    names.every((name) => shows(hidden, `results.${name}`) === shows(hidden, `baskets.${name}`))
  );
}

/** Numbers from here on are aliases: they stand for a bird in one list that does not reveal which bird it is. */
export const firstAlias = 2 ** 52;

/** Whether a number is a bird's own, so that it has a page. */
export const isOwnNumber = (pigeon_id: number): boolean => pigeon_id < firstAlias;
