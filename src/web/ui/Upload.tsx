/** A place for files: chosen or dropped, sent one after the other, each with how far it is and what went wrong. */
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileShown } from '#domain/files/contract.ts';
import { mostMegabytes } from '#domain/files/file.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { type Failed, failureOf, sendFile } from '#web/lib/upload.ts';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';
import styles from './upload.module.css';

export interface UploadProps {
  loft_id: number;
  as: 'image' | 'document';
  /** Several in a row. */
  many?: boolean;
  /** What is done with a file that is kept; the next one waits for it. What it throws is told beside the file. */
  onKept(file: FileShown): Promise<void> | void;
}

interface Item {
  id: number;
  file: File;
  part: number;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  failed: Failed;
  stop: AbortController;
}

const taken = { image: 'image/*', document: 'image/*,application/pdf' };

export function Upload({ loft_id, as, many = false, onKept }: UploadProps) {
  const { t } = useTranslation();
  const hint = useId();
  const hydrated = useHydrated();
  const [items, setItems] = useState<readonly Item[]>([]);
  const [over, setOver] = useState(false);
  const sending = useRef<Promise<void>>(Promise.resolve());
  const count = useRef(0);

  const put = (id: number, change: Partial<Item>) =>
    setItems((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const drop = (id: number) => setItems((all) => all.filter((one) => one.id !== id));

  function take(files: readonly File[]) {
    const added = (many ? files : files.slice(0, 1)).map((file): Item => {
      count.current += 1;
      const stop = new AbortController();
      return { id: count.current, file, part: 0, state: 'waiting', failed: null, stop };
    });
    setItems((all) => [...all.filter(({ state }) => state !== 'done'), ...added]);
    for (const item of added) enqueue(item);
  }

  function enqueue(item: Item) {
    sending.current = sending.current.then(() => send(item));
  }

  async function send({ id, file, stop }: Item) {
    if (stop.signal.aborted) return;
    put(id, { state: 'sending' });
    try {
      const onPart = (part: number) => put(id, { part });
      await onKept(await sendFile(file, { loft_id, as, onPart, signal: stop.signal }));
      put(id, { state: 'done', part: 1 });
    } catch (error) {
      const failed = failureOf(error);
      if (failed) put(id, { state: 'failed', failed });
    }
  }

  function cancel({ id, stop }: Item) {
    stop.abort();
    drop(id);
  }

  function again({ id, file }: Item) {
    const fresh = { id, file, part: 0, state: 'waiting' as const, failed: null, stop: new AbortController() };
    put(id, fresh);
    enqueue(fresh);
  }

  const onChoose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take([...(target.files ?? [])]);
    // The same file may be chosen again.
    target.value = '';
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };

  return (
    <div className={styles.upload}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be chosen with the field too */}
      <div
        className={`${styles.place} ${over ? styles.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <label className={panel.button}>
          <Icon name="plus" />
          {t(many ? 'upload.choose' : 'upload.choose_one')}
          <input
            className="visually-hidden"
            type="file"
            accept={taken[as]}
            multiple={many}
            disabled={!hydrated}
            aria-describedby={hint}
            onChange={onChoose}
          />
        </label>
        <span className={styles.drop}>{t('upload.or_drop')}</span>
        <p id={hint} className={styles.hint}>
          {hydrated ? t(`upload.${as}`, { max: mostMegabytes }) : t('upload.needs_script')}
        </p>
      </div>
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item) => (
            <Line key={item.id} item={item} onCancel={() => cancel(item)} onAgain={() => again(item)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Line({ item, onCancel, onAgain }: { item: Item; onCancel(): void; onAgain(): void }) {
  const { t } = useTranslation();
  const { file, part, state, failed } = item;
  const { name } = file;
  const said =
    failed?.code === 'no_answer'
      ? t('upload.no_answer')
      : failed && t(`refusals.${failed.code}` as 'refusals.bad_input', failed.params);
  return (
    <li className={styles.item}>
      <bdi className={styles.name}>{name}</bdi>
      {state === 'sending' && (
        <progress className={styles.bar} value={part} max={1} aria-label={t('upload.sending', { name })} />
      )}
      {state === 'waiting' && <span className={styles.hint}>{t('upload.waiting')}</span>}
      {state === 'done' && (
        <span role="status" className={styles.done}>
          <Icon name="check" />
          <span className="visually-hidden">{t('upload.done', { name })}</span>
        </span>
      )}
      {said && (
        <span role="alert" className={styles.failed}>
          <Icon name="alert" />
          {said}
        </span>
      )}
      {failed && (
        <button type="button" className={panel.button} onClick={onAgain}>
          <Icon name="replay" />
          {t('error.again')}
        </button>
      )}
      {state !== 'done' && (
        <button type="button" className={styles.cancel} onClick={onCancel}>
          <Icon name="close" />
          <span className="visually-hidden">{t('upload.cancel', { name })}</span>
        </button>
      )}
    </li>
  );
}
