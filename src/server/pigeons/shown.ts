/** Birds and teams as a reader sees them: what the season hides is gone before anything is searched, counted or sent. */
import type { Bird, RawBird, Team, WholeBird } from '#domain/pigeons/contract.ts';
import { birdFacts, facts, inLists, type ListedFacts } from '#domain/pigeons/facts.ts';
import { type BirdList, birdSwitches, type Switch, showsBirdPages, showsTeamPages } from '#domain/seasons/shown.ts';
import { aliasOf, type View } from '#server/seasons/shown.ts';

/**
 * A bird as a list shows it. One that does not say which bird it is, or that has no page, has a number of its own there.
 *
 * @param of tells the lists of one kind apart: the flight's id
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

/** A bird of which its season hides nothing from this reader. */
export const whole = (bird: WholeBird): Bird => bird;

/** Birds of a list in its order. Without their rings it is another one: the place of a bird would tell which it is. */
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

/** A team as the list of teams shows it; without its name it has no page, and a number only there. */
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
