/**
 * The head of the home page, open at the top of the page and closed as soon as the reader scrolls down (2.27). Its
 * space stays, so that nothing moves.
 */
import { type ReactNode, useEffect, useState } from 'react';
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

export function Intro({ children }: { children: ReactNode }) {
  const closed = useScrolledDown();
  return (
    <div className={`wrap ${styles.intro}`} data-closed={closed ? '' : undefined}>
      <div>{children}</div>
      <OwnPage />
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
      <Link className={panel.button_primary} to={to}>
        {inside}
      </Link>
    );
  }
  if (!around.links.log_in) return null;
  return (
    <a
      className={panel.button_primary}
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
