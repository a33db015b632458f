/** Makes the clip of a race in this browser: it is recorded while it is seen, then kept or passed on. */
import { useEffect, useRef, useState } from 'react';
import { formatNumber, formatShare } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { report } from '#web/lib/report.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { fileName } from './file-name.ts';
import styles from './replay.module.css';
import { film, filmOf, filmType, flagsOf, recordFilm } from './replay-film.ts';
import type { Stage } from './use-replay.ts';

export interface ReplayClipProps {
  stage: Stage;
  title: string;
  onClose: () => void;
}

type State =
  | { is: 'recording'; percent: number }
  | { is: 'made'; file: File; url: string }
  | { is: 'failed' | 'missing' };

export function ReplayClip({ stage, title, onClose }: ReplayClipProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<State>(() => (filmType() ? { is: 'recording', percent: 0 } : { is: 'missing' }));
  const [attempt, again] = useState(0);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt begins anew, and nothing else does
  useEffect(() => {
    if (!filmType()) return;
    stage.player.pause();
    const ended = new AbortController();
    let url: string | undefined;
    const make = async () => {
      const draw = filmOf(stage, await flagsOf(stage), {
        locale,
        home: t('race.home'),
        of_total: t('race.of_total', { total: formatNumber(locale, stage.flight.basketed_count) }),
        mine: t('mine.title'),
        first: t('race_replay.clip_first'),
        latest: t('race_replay.list'),
        site: location.host,
      });
      const blob = await recordFilm({
        canvas: canvas.current!,
        draw,
        signal: ended.signal,
        onProgress: (moment) => setState({ is: 'recording', percent: Math.floor(moment * 100) }),
      });
      const name = fileName(stage.flight, stage.loft, t('race_replay.title'));
      const file = new File([blob], `${name}.${blob.type.endsWith('mp4') ? 'mp4' : 'webm'}`, { type: blob.type });
      url = URL.createObjectURL(file);
      setState({ is: 'made', file, url });
    };
    make().catch((error: unknown) => {
      if (ended.signal.aborted) return;
      report(error);
      setState({ is: 'failed' });
    });
    return () => {
      ended.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [attempt]);
  const canShare = state.is === 'made' && (navigator.canShare?.({ files: [state.file] }) ?? false);
  return (
    <dialog ref={dialog} className={styles.clip} aria-labelledby="clip-title" onClose={onClose}>
      <div className={styles.clip_head}>
        <h2 id="clip-title">{t('race_replay.clip_title')}</h2>
        <button type="button" aria-label={t('notice.close')} onClick={() => dialog.current?.close()}>
          <Icon name="close" size={22} />
        </button>
      </div>
      <p>{t('race_replay.clip_whole')}</p>
      {state.is === 'made' ? (
        <video src={state.url} controls muted playsInline className={styles.film} aria-label={title} />
      ) : state.is === 'recording' ? (
        <canvas
          ref={canvas}
          width={film.width}
          height={film.height}
          className={styles.film}
          role="img"
          aria-label={title}
        />
      ) : (
        <p className={`${panel.notice} ${panel.notice_bad}`}>
          <Icon name="alert" size={20} />
          <span>{t(state.is === 'missing' ? 'race_replay.clip_missing' : 'race_replay.clip_failed')}</span>
        </p>
      )}
      {state.is === 'recording' && (
        <div className={styles.recording}>
          <progress max={100} value={state.percent} aria-label={t('race_replay.clip_making')} />
          <p>
            {t('race_replay.clip_making')} <bdi className="num">{formatShare(locale, state.percent * 100)}</bdi>
          </p>
          <button type="button" className={panel.button} onClick={() => dialog.current?.close()}>
            {t('race_replay.clip_cancel')}
          </button>
        </div>
      )}
      {state.is === 'made' && (
        <div className={styles.clip_ends}>
          <a className={panel.button_primary} href={state.url} download={state.file.name}>
            <Icon name="download" size={20} />
            {t('race_replay.clip_download')}
          </a>
          {canShare && (
            <button
              type="button"
              className={panel.button}
              onClick={() => void navigator.share({ title, files: [state.file] }).catch(() => {})}
            >
              <Icon name="share" size={20} />
              {t('share.do')}
            </button>
          )}
        </div>
      )}
      {state.is === 'failed' && (
        <button
          type="button"
          className={panel.button}
          onClick={() => {
            setState({ is: 'recording', percent: 0 });
            again(attempt + 1);
          }}
        >
          {t('error.again')}
        </button>
      )}
    </dialog>
  );
}
