/**
 * The mark of what is the reader's own: the yellow pen for birds and teams, a star for lofts and flights. It is a form
 * that a script makes instant; without a script it leads through the page of favorites, and whoever is not signed in
 * through the sign-in.
 */
import type { FavoriteKind } from '#domain/favorites/favorite.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useAround } from '#web/lib/me.ts';
import { toggleMine, useMarked } from '#web/lib/mine.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import styles from './mark-mine.module.css';

export interface MarkMineProps {
  loft_id: number;
  kind: FavoriteKind;
  id: number;
  /** The ring, or the name of what it is. */
  name: string;
  /** As a button with its words; only the sign, on a sky or in a list; only the sign in rows of hundreds, where it waits for a script. */
  look?: 'button' | 'sky' | 'listed' | 'row';
  /** Known from the page's own list. */
  listed?: boolean;
}

export function MarkMine({ look = 'button', listed, ...thing }: MarkMineProps) {
  const { loft_id, kind, id } = thing;
  const hydrated = useHydrated();
  const reader = useAround()?.reader;
  const marked = useMarked({ loft_id, kind, id }, listed);
  if (look === 'row') {
    if (!hydrated) return <span className={styles.room} />;
    const toggle = () => toggleMine(loft_id, kind, id, !marked);
    return <Mark {...thing} look={look} marked={marked} onClick={toggle} />;
  }
  const form = (room = '') => (
    <form
      method="post"
      action="/favorites"
      className={`${styles.form} ${room}`}
      onSubmit={(event) => {
        event.preventDefault();
        toggleMine(loft_id, kind, id, !marked);
      }}
    >
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="loft_id" value={loft_id} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="starred" value={marked ? '' : '1'} />
      {look === 'listed' && <input type="hidden" name="back" value="favorites" />}
      <Mark {...thing} look={look} marked={marked} />
    </form>
  );
  // Before the script runs, what a browser has marked without an account is not known.
  if (reader || hydrated) return form();
  return (
    <>
      <noscript>{form()}</noscript>
      {form('awaited')}
    </>
  );
}

interface MarkProps extends Omit<MarkMineProps, 'listed'> {
  marked: boolean;
  onClick?: () => void;
}

function Mark({ kind, name, look, marked, onClick }: MarkProps) {
  const { t } = useTranslation();
  const isOwn = kind === 'pigeons' || kind === 'teams';
  const [add, added] = isOwn ? [t('mine.mark'), t('mine.marked')] : [t('favorites.add'), t('favorites.added')];
  const words = marked ? added : add;
  const label = {
    pigeons: () => t('mine.mark_bird', { ring: name }),
    teams: () => t('mine.mark_team', { team: name }),
    lofts: () => t('favorites.add_named', { name }),
    flights: () => t('favorites.add_named', { name }),
  };
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      className={`${styles.mark} ${look === 'button' ? '' : styles.small} ${look === 'sky' ? styles.sky : ''}`}
      aria-pressed={marked}
      aria-label={look === 'button' ? undefined : label[kind]()}
      title={look === 'button' ? undefined : words}
      onClick={onClick}
    >
      <Icon name={isOwn ? 'marker' : 'star'} size={20} />
      {look === 'button' && (
        // Both have their room, so that nothing moves when it is marked.
        <span className={styles.words}>
          <span>{words}</span>
          <span aria-hidden="true">{marked ? add : added}</span>
        </span>
      )}
    </button>
  );
}
