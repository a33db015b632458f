/**
 * Birds and teams as a reader may see them: what the season hides is removed before searching, counting and sending.
 */
import type { Bird, RawBird, Team, WholeBird } from '#domain/pigeons/contract.ts';
import { birdFacts, facts, inLists, type ListedFacts } from '#domain/pigeons/facts.ts';
import {
  type BirdList,
  birdSwitches,
  type Switch,
  showsBirdPages,
  showsTeamPages,
} from '#domain/seasons/visibility.ts';
import { aliasOf, type View } from '#server/seasons/visibility.ts';

/**
 * A bird as a list shows it. With a hidden identity, or without a page, it has an alias number of that list.
 * @param of distinguishes lists of one kind: the flight's id
 */
export function shownBird(view: View, list: BirdList, bird: RawBird, of: number | '' = ''): Bird {
  const { hidden } = view;
  if (!hidden.length) return whole(bird);
  const shows = (one: Switch) => !hidden.includes(one);
  const by = birdSwitches(list);
  const ringed = shows(by.ring);
  const known = facts.map((fact) => {
    const name = inLists(fact);
    return [name, shows(by[name]) ? bird[name] : birdFacts[fact].blank];
  });
  return {
    pigeon_id: ringed && showsBirdPages(hidden) ? bird.pigeon_id : aliasOf(view, `${list} ${of}`, bird.pigeon_id),
    ...(Object.fromEntries(known) as ListedFacts),
    team_id: shows(by.team) && showsTeamPages(hidden) ? bird.team_id : null,
    team: shows(by.team) ? bird.team : null,
    fancier: shows(by.fancier) ? bird.fancier : null,
    country: shows(by.country) ? bird.country : null,
  };
}

/** A bird that has no hidden facts for this reader. */
export const whole = (bird: WholeBird): Bird => bird;

/**
 * The birds of a list in its order. With hidden rings they are sorted by alias: the original order would reveal them.
 */
export function shownBirds(
  view: View,
  list: BirdList,
  birds: readonly RawBird[],
  of: number | '' = '',
): readonly Bird[] {
  if (!view.hidden.length) return birds.map(whole);
  const shown = birds.map((bird) => shownBird(view, list, bird, of));
  return view.hidden.includes(birdSwitches(list).ring) ? shown.sort((a, b) => a.pigeon_id - b.pigeon_id) : shown;
}

/** A team as the list of teams shows it; with a hidden name it has no page, and an alias number of that list. */
export function shownTeam<T extends Team>(view: View, team: T): T {
  const { hidden } = view;
  if (!hidden.length) return team;
  const shows = (one: Switch) => !hidden.includes(one);
  const named = showsTeamPages(hidden);
  return {
    ...team,
    team_id: named ? team.team_id : aliasOf(view, 'teams', team.team_id),
    team: named ? team.team : '',
    fancier: shows('participants.fancier') ? team.fancier : null,
    country: shows('participants.country') ? team.country : null,
    pigeon_count: shows('participants.pigeonsCount') ? team.pigeon_count : null,
  };
}
