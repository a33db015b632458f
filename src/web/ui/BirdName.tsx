/** A bird in a list: its ring with a link to its page, its sex, and below them its other known facts. */
import { Fragment } from 'react';
import type { Bird } from '#domain/pigeons/contract.ts';
import { isOwnNumber } from '#domain/seasons/visibility.ts';
import { aboutBird } from '#web/lib/bird-facts.ts';
import { pigeonPath, teamPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import { Flag } from './Flag.tsx';
import { Ring } from './Ring.tsx';
import { Sex } from './Sex.tsx';
import table from './table.module.css';

export function BirdName({ loft_id, bird }: { loft_id: number; bird: Bird }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={table.whole}>
        {isOwnNumber(bird.pigeon_id) ? (
          <Link className={table.ring} to={pigeonPath({ ...bird, loft_id })}>
            <Ring ring={bird.ring} />
          </Link>
        ) : (
          <Ring ring={bird.ring} />
        )}{' '}
        <Sex sex={bird.sex} />
      </span>
      <small>
        {aboutBird(t, bird).map(({ fact, text }, i) => (
          <Fragment key={fact}>
            {i > 0 && ' · '}
            <bdi>{text}</bdi>
          </Fragment>
        ))}
      </small>
    </>
  );
}

/** The owner of a bird: flag, team with a link to its page, and the fancier where the team has another name. */
export function TeamName({ loft_id, team }: { loft_id: number; team: Pick<Bird, 'team_id' | 'team' | 'fancier'> }) {
  const { team_id, team: name, fancier } = team;
  return (
    <>
      {team_id === null || !isOwnNumber(team_id) ? (
        <bdi>{name || fancier}</bdi>
      ) : (
        <Link to={teamPath({ loft_id, team_id })}>
          <bdi>{name}</bdi>
        </Link>
      )}
      {name && fancier && name !== fancier && (
        <small>
          <bdi>{fancier}</bdi>
        </small>
      )}
    </>
  );
}

/** A bird in a list of the administration: its ring as a link, below it its name. */
export function ListedBird({ to, bird }: { to: string; bird: { ring: string; pigeon_name: string | null } }) {
  return (
    <span>
      <Link className={table.ring} to={to}>
        <Ring ring={bird.ring} />
      </Link>
      {bird.pigeon_name && (
        <small>
          <bdi>{bird.pigeon_name}</bdi>
        </small>
      )}
    </span>
  );
}

/** The team of a bird in such a list. */
export function ListedTeam({ country, team }: { country: string | null; team: string | null }) {
  return (
    <div className={table.flagged}>
      <Flag country={country} />
      <bdi>{team ?? '–'}</bdi>
    </div>
  );
}
