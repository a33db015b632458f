/** Birds and teams as a reader sees them: what the season hides is gone before anything is searched, counted or sent. */
import type { Bird, Team } from '#domain/pigeons/contract.ts';
import { type Switch, showsBirdPages, showsTeamPages } from '#domain/seasons/shown.ts';
import { aliasOf, type View } from '#server/seasons/shown.ts';

/** The list that a bird stands in; its switches say what is shown of it, and the fancier's those that it has none for. */
export type BirdList = 'fanciers' | 'results' | 'baskets';

/**
 * A bird as a list shows it. One that does not say which bird it is, or that has no page, has a number of its own there.
 *
 * @param of tells the lists of one kind apart: the flight's id
 */
export function shownBird(view: View, list: BirdList, bird: Bird, of: number | '' = ''): Bird {
  const { hidden } = view;
  if (!hidden.length) return bird;
  const shows = (one: Switch) => !hidden.includes(one);
  // A list of pigeons has no switches for whose they are: those of the participants say it.
  const whose = list === 'fanciers' ? 'participants' : list;
  const ringed = shows(`${list}.ringDescriptor`);
  return {
    pigeon_id: ringed && showsBirdPages(hidden) ? bird.pigeon_id : aliasOf(view, `${list} ${of}`, bird.pigeon_id),
    ring: ringed ? bird.ring : '',
    pigeon_name: shows(`${list}.pigeonName`) ? bird.pigeon_name : null,
    color: shows('fanciers.color') ? bird.color : null,
    sex: shows('fanciers.sex') ? bird.sex : 'unknown',
    team_id: shows(`${whose}.team`) && showsTeamPages(hidden) ? bird.team_id : null,
    team: shows(`${whose}.team`) ? bird.team : null,
    fancier: shows(`${whose}.fancier`) ? bird.fancier : null,
    country: shows(`${whose}.country`) ? bird.country : null,
  };
}

/** Birds of a list in its order. Without their rings it is another one: the place of a bird would tell which it is. */
export function shownBirds(view: View, list: BirdList, birds: readonly Bird[], of: number | '' = ''): readonly Bird[] {
  if (!view.hidden.length) return birds;
  const shown = birds.map((bird) => shownBird(view, list, bird, of));
  return view.hidden.includes(`${list}.ringDescriptor`) ? shown.sort((a, b) => a.pigeon_id - b.pigeon_id) : shown;
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

/** Teams in their order, which is that of their names where they have them. */
export function shownTeams(view: View, teams: readonly Team[]): readonly Team[] {
  if (!view.hidden.length) return teams;
  const shown = teams.map((team) => shownTeam(view, team));
  return showsTeamPages(view.hidden) ? shown : shown.sort((a, b) => a.team_id - b.team_id);
}
