/** The signed-in person and their menu; else the link to sign in (2.28). */
import { initialsOf } from '#web/lib/person-name.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { useSignInLinks } from '#web/lib/sign-in-links.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Dropdown } from './Dropdown.tsx';
import styles from './nav.module.css';

export function UserMenu() {
  const { t } = useTranslation();
  const around = useRootData();
  const { register } = useSignInLinks();
  if (!around) return null;
  const { me, reader, links } = around;
  if (!reader) {
    return (
      <>
        <LogIn className={`${styles.log_in} ${register ? styles.second : ''}`} />
        {register && (
          <a className={`${panel.button_primary} ${styles.register}`} href={register}>
            {t('identity.register')}
          </a>
        )}
      </>
    );
  }
  const name = [me?.first_name, me?.last_name].filter(Boolean).join(' ');
  return (
    <Dropdown
      label={
        <>
          <Avatar image={me?.image ?? null} name={name} />
          <span className="visually-hidden">{t('nav.account')}</span>
        </>
      }
    >
      {me && (
        <p className={styles.person}>
          {name && (
            <b>
              <bdi>{name}</bdi>
            </b>
          )}
          {me.email && <bdi>{me.email}</bdi>}
          {me.identity_number && (
            <span>
              {t('nav.identity')} <bdi className="num">{me.identity_number}</bdi>
            </span>
          )}
        </p>
      )}
      {links.dashboard && <a href={links.dashboard}>{t('nav.dashboard')}</a>}
      {links.settings && <a href={links.settings}>{t('nav.settings')}</a>}
      <Link to="/notifications">{t('notifications.title')}</Link>
      <form method="post" action="/logout">
        <button type="submit">{t('nav.log_out')}</button>
      </form>
    </Dropdown>
  );
}

/** The link to sign in, and back to this page; for who is not signed in. */
export function LogIn({ className }: { className: string | undefined }) {
  const { t } = useTranslation();
  const { log_in } = useSignInLinks();
  return (
    log_in && (
      <a className={className} href={log_in}>
        {t('nav.log_in')}
      </a>
    )
  );
}

/** The picture, or the initials of the name, or an icon. */
function Avatar({ image, name }: { image: string | null; name: string }) {
  if (image) return <img className={styles.avatar} src={image} alt="" width="40" height="40" />;
  const initials = initialsOf(name);
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initials || <Icon name="user" size={20} />}
    </span>
  );
}
