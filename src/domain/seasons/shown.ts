/**
 * What a season shows to everybody (3.15): a switch for each field of each of its five lists, all on at first. A switch
 * is about its own list. What follows from what is hidden is said here too, once for server and pages.
 */
import { z } from 'zod';

/** The lists and their fields, by the names they have on the wire. */
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

/** The switches that are off, as answers say it. */
export const hiddenSwitches = z.array(z.enum(switches));

/** The switches of a season as a call takes and gives them: each list with its fields, true where shown. */
export type Shown = { [List in ShownList]: Record<(typeof fieldsOfLists)[List][number], boolean> };

const listSchema = <Field extends string>(fields: readonly Field[]) =>
  z.strictObject(Object.fromEntries(fields.map((field) => [field, z.boolean()])) as Record<Field, z.ZodBoolean>);

export const shown = z.strictObject({
  participants: listSchema(fieldsOfLists.participants),
  fanciers: listSchema(fieldsOfLists.fanciers),
  results: listSchema(fieldsOfLists.results),
  baskets: listSchema(fieldsOfLists.baskets),
  aces: listSchema(fieldsOfLists.aces),
});

/** The same as a call says them. A field that is not of 3.15 need not be named: then it stays as it is. */
export const shownToSay = shown.extend({
  fanciers: shown.shape.fanciers.partial({ eyeColor: true, hatchYear: true, breeder: true, sire: true, dam: true }),
});

/** What was said, over what was so before. */
export const saidOver = (before: Shown, said: z.output<typeof shownToSay>): Shown => ({
  ...said,
  fanciers: { ...before.fanciers, ...said.fanciers },
});

/** The switches, where these are off. */
export function shownBut(hidden: readonly Switch[]): Shown {
  const off = new Set<string>(hidden);
  return Object.fromEntries(
    shownLists.map((list) => [
      list,
      Object.fromEntries(fieldsOfLists[list].map((field) => [field, !off.has(`${list}.${field}`)])),
    ]),
  ) as Shown;
}

/** The switches that are off, in their own order. */
export function hiddenOf(shown: Shown): Switch[] {
  return switches.filter((one) => {
    const [list, field] = one.split('.') as [ShownList, string];
    return !(shown[list] as Record<string, boolean>)[field];
  });
}

/** Whether all of these are shown. */
export const shows = (hidden: readonly Switch[], ...wanted: Switch[]): boolean =>
  !wanted.some((one) => hidden.includes(one));

/** Speed is the time in other words, over a distance that everybody knows: it is not shown without it. */
export const showsSpeed = (hidden: readonly Switch[]): boolean => shows(hidden, 'results.time', 'results.speed');

/** How far behind the first is told by who knows the first, and the time. */
export const showsGap = (hidden: readonly Switch[]): boolean => shows(hidden, 'results.time', 'results.rank');

/** A bird has a page while its ring is shown, and a team while its name is: a page ties together what stands on it. */
export const showsBirdPages = (hidden: readonly Switch[]): boolean => shows(hidden, 'fanciers.ringDescriptor');
export const showsTeamPages = (hidden: readonly Switch[]): boolean => shows(hidden, 'participants.team');

/** Whether it is told how one bird, or the birds of one team, did: their rings stand in all lists of a flight. */
export const showsRecords = (hidden: readonly Switch[]): boolean =>
  shows(hidden, 'fanciers.ringDescriptor', 'results.ringDescriptor', 'baskets.ringDescriptor');

/** The lists that birds stand in. */
export type BirdList = 'fanciers' | 'results' | 'baskets';

/** By which switch of a list something is said of a bird in it. */
export function birdSwitches(list: BirdList) {
  // A list of pigeons has no switches for whose they are: those of the participants say it. Looks have one everywhere.
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

/** The columns that a list has of its birds: which bird it is, and whose. One of which nothing is shown is not there. */
export function birdColumnsOf(hidden: readonly Switch[], list: BirdList): { bird: boolean; whose: boolean } {
  const by = birdSwitches(list);
  const any = (...some: Switch[]) => some.some((one) => shows(hidden, one));
  return { bird: any(by.ring, by.pigeon_name, by.color, by.sex), whose: any(by.team, by.fancier, by.country) };
}

/** Whether a basketing list tells which of its birds are home. */
export const showsHome = (hidden: readonly Switch[]): boolean =>
  shows(hidden, 'baskets.time', 'results.ringDescriptor');

const names = ['team', 'fancier', 'country', 'pigeonName'] as const;

/**
 * Whether arrivals are told bird by bird as they come. A row says which bird and when, and a browser makes rank, speed
 * and board of it with the birds of the basketing list: so nothing of that may be hidden, and both lists must show the
 * same. Of all other flights it is only told that something is new; their board is made on the server.
 */
export function goesLive(hidden: readonly Switch[]): boolean {
  return (
    showsRecords(hidden) &&
    shows(hidden, 'results.rank', 'results.time', 'results.speed', 'baskets.time') &&
    names.every((name) => shows(hidden, `results.${name}`) === shows(hidden, `baskets.${name}`))
  );
}

/** From here on a number is not a bird's own: it has it in one list that does not say which bird it is. */
export const firstAlias = 2 ** 52;

/** Whether there is a page of the bird of this number. */
export const isOwnNumber = (pigeon_id: number): boolean => pigeon_id < firstAlias;
