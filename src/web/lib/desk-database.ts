/**
 * The database of the basketing desks on this device: what a desk holds of its flight, and the events that wait to be
 * sent. An event is here before the page shows it, so that a closed page or an empty battery loses nothing.
 */

export const deskDatabase = 'basketing';
/** The photos of birds that the desks keep, in the browser's cache storage. */
export const deskPhotos = 'basketing-photos';
const version = 2;

/**
 * `flights` and `data` are keyed by the flight, `waiting` and `refused` by flight and place in the desk's count,
 * `decided` by flight and order of arrival. `data` is large and written seldom: what was decided since stands in
 * `decided`.
 */
export const deskStores = ['flights', 'data', 'decided', 'waiting', 'refused'] as const;
export type DeskStore = (typeof deskStores)[number];

/** Opens the database; one of an older version keeps what it holds. */
export function openDeskDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(deskDatabase, version);
    opening.onupgradeneeded = ({ oldVersion }) => {
      const { result: database, transaction } = opening;
      for (const store of deskStores) if (!database.objectStoreNames.contains(store)) database.createObjectStore(store);
      if (oldVersion === 1) splitFlights(transaction!);
    };
    opening.onsuccess = () => {
      const { result: database } = opening;
      // A page of a newer version is waiting: what this one cannot write from now on, it does not show as in.
      database.onversionchange = () => database.close();
      resolve(database);
    };
    opening.onerror = () => reject(opening.error);
  });
}

/** Version 1 kept the data of a flight inside its record. */
function splitFlights(transaction: IDBTransaction): void {
  transaction.objectStore('flights').openCursor().onsuccess = ({ target }) => {
    const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
    if (!cursor) return;
    const { data, ...kept } = cursor.value;
    cursor.update({ ...kept, n: 0, seq: data?.seq ?? 0, status: data?.flight.status ?? null, before: [] });
    if (data) transaction.objectStore('data').put(data, cursor.key);
    cursor.continue();
  };
}

/** Runs requests in one transaction that is on the disk when it ends. */
export function write(
  database: IDBDatabase,
  stores: readonly DeskStore[],
  work: (store: (name: DeskStore) => IDBObjectStore) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction([...stores], 'readwrite', { durability: 'strict' });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    try {
      work((name) => transaction.objectStore(name));
      // Otherwise the browser waits for the page to hear of each request first.
      transaction.commit();
    } catch (error) {
      transaction.abort();
      reject(error);
    }
  });
}

/** The value of a key. */
export function read<T>(database: IDBDatabase, store: DeskStore, key: IDBValidKey): Promise<T | undefined> {
  return ended(database.transaction(store).objectStore(store).get(key));
}

/** The values of a flight in the order of their keys. */
export function readAll<T>(database: IDBDatabase, store: DeskStore, flight_id: number): Promise<T[]> {
  return ended(database.transaction(store).objectStore(store).getAll(rangeOf(flight_id)));
}

/** The keys of a flight. */
export const rangeOf = (flight_id: number): IDBKeyRange => IDBKeyRange.bound([flight_id], [flight_id, []]);

function ended<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Removes what the desks hold of birds and teams, when the person signs out. What names nobody stays: events that wait,
 * and by which desk they were made.
 */
export async function forgetDesks(): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  const database = await openDeskDatabase();
  const forgotten = ['data', 'decided', 'refused'] as const;
  await write(database, forgotten, (store) => {
    for (const name of forgotten) store(name).clear();
  });
  database.close();
  if ('caches' in globalThis) await caches.delete(deskPhotos);
}
