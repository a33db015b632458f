/**
 * The extension of the bar on the home page: what this is, and where to begin. It is 160 px high at the top of the page
 * and 0 as soon as the reader scrolls down (2.27, 9.13); its space stays, so that nothing moves.
 */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useRootData } from '#web/lib/root-data.ts';
import { startSignIn } from '#web/lib/sign-in.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './home.module.css';

const closes_px = 60;
const calm_ms = 100;

export function Intro({ has_open, has_lofts }: { has_open: boolean; has_lofts: boolean }) {
  const { t } = useTranslation();
  const closed = useScrolledDown();
  return (
    <div className={styles.space}>
      <div className={styles.extension} data-closed={closed ? '' : undefined}>
        <div className={`wrap ${styles.intro}`}>
          <div>
            <h1>{t('home.welcome')}</h1>
            <p>
              {t('home.promise')} <Link to="/about">{t('about.how')}</Link>
            </p>
          </div>
          <div className={styles.begin}>
            {has_lofts && (
              <Link className={panel.button_primary} to={has_open ? '#open' : '/seasons'}>
                {t('home.register_pigeons')}
              </Link>
            )}
            <OwnPage />
          </div>
        </div>
      </div>
    </div>
  );
}

/** The link to a page of the reader's own; anonymous readers sign in first (2.27). */
function OwnPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const around = useRootData();
  const own = around?.links.own;
  if (!own) return null;
  const inside = (
    <>
      <Icon name="list" />
      {t(`home.my_${own}`)}
    </>
  );
  const to = `/${own}`;
  if (around.reader) {
    return (
      <Link className={panel.button} to={to}>
        {inside}
      </Link>
    );
  }
  if (!around.links.log_in) return null;
  return (
    <a
      className={panel.button}
      href={`${around.links.log_in}?${new URLSearchParams({ to })}`}
      onClick={(event) => {
        event.preventDefault();
        startSignIn(() => void navigate(to));
      }}
    >
      {inside}
    </a>
  );
}

function useScrolledDown(): boolean {
  const [down, setDown] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setDown(scrollY >= closes_px), calm_ms);
    };
    addEventListener('scroll', look, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', look);
    };
  }, []);
  return down;
}
