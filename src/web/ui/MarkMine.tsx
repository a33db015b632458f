/**
 * The button for a reader's mark: the yellow pin for birds and teams, a star for lofts and flights. It is a form that a
 * script makes instant; without a script it opens the page of favorites, and for anonymous readers the sign-in.
 */
import type { FavoriteKind } from '#domain/favorites/favorite.ts';
import { isDoublePress } from '#web/lib/double-press.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { say } from '#web/lib/notice.ts';
import { toggleMine, useMarked } from '#web/lib/reader-marks.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';
import styles from './mark-mine.module.css';

export interface MarkMineProps {
  loft_id: number;
  kind: FavoriteKind;
  id: number;
  /** The ring, or the name of the thing. */
  name: string;
  /**
   * `button`: with words; `sky`, `bar` and `listed`: the sign alone, on a sky, in a bar or in a list; `row`: the sign
   * alone in rows of hundreds, where it waits for a script.
   */
  look?: 'button' | 'sky' | 'bar' | 'listed' | 'row';
  /** The state in the page's own list. */
  listed?: boolean;
}

export function MarkMine({ look = 'button', listed, ...thing }: MarkMineProps) {
  const { loft_id, kind, id } = thing;
  const hydrated = useHydrated();
  const { t } = useTranslation();
  const reader = useRootData()?.reader;
  const marked = useMarked({ loft_id, kind, id }, listed);
  const toggle = () => {
    if (isDoublePress(`${kind} ${loft_id} ${id}`)) return;
    toggleMine(loft_id, kind, id, !marked);
    // Only birds and teams change the page where they are marked.
    if (!reader && !marked && (kind === 'lofts' || kind === 'flights')) say('success', t('favorites.in_browser'));
  };
  if (look === 'row') {
    if (!hydrated) return <span className={styles.space} />;
    return <Mark {...thing} look={look} marked={marked} onClick={toggle} />;
  }
  const form = (space = '') => (
    <form
      method="post"
      action="/favorites"
      className={`${styles.form} ${space}`}
      onSubmit={(event) => {
        event.preventDefault();
        toggle();
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
  return (
    <>
      {/* Before the script runs, the marks in the browser's storage are not known. */}
      {reader || hydrated ? (
        form()
      ) : (
        <>
          <noscript>{form()}</noscript>
          {form('awaited')}
        </>
      )}
      {/* On the page of a flight, as beside the words of a bird's mark. */}
      {look === 'sky' && kind === 'flights' && (
        <Link
          className={`${styles.mark} ${styles.small} ${styles.sky}`}
          to="/notifications"
          aria-label={t('notifications.title')}
          title={t('notifications.title')}
        >
          <Icon name="bell" size={20} />
        </Link>
      )}
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
      <Icon name={isOwn ? 'pin' : 'star'} size={20} />
      {look === 'button' && (
        // Both texts take their space, so that marking moves nothing.
        <span className={styles.words}>
          <span>{words}</span>
          <span aria-hidden="true">{marked ? add : added}</span>
        </span>
      )}
    </button>
  );
}
